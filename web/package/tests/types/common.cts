// A module of CommonJS, as TypeScript reads it: `require` and `import()`.

import philidor = require("philidor");
import { Chess } from "philidor/chess";

export const moves: string[] = new philidor.Position().sans().concat(new Chess().moves());
export const later: Promise<number> = import("philidor").then(({ Position }) => new Position().legalMoveCount());
