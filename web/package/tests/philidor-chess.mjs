// philidor/chess under test: from the folder that scripts/web has built.

import { folder } from "./philidor.mjs";

export const chess = await import(new URL("chess-node.js", folder));
