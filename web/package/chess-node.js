// philidor/chess for Node, with the module of `philidor`.

import "./node.js";

export * from "./chess.js";
