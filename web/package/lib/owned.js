// Objects that own memory of the module of chess.

import { ownedIn } from "./base-owned.js";
import { core } from "./module.js";

export const Owned = ownedIn(core);

export { OWN } from "./base-owned.js";
