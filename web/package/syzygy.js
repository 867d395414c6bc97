// Syzygy tables, with a module of their own: programs that do not import this file load none of it.

export { SyzygyError, SyzygyTables, openSyzygy } from "./lib/syzygy.js";
