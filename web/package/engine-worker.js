// The program of Engine: it searches, and reports what it finds.

import { serveEngine } from "./lib/searching.js";

serveEngine();
