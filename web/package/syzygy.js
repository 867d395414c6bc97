// Syzygy tables, with a module of their own: who does not import this file loads none of it.

export { SyzygyError, SyzygyTables, openSyzygy } from "./lib/syzygy.js";
