// The program of PhilidorWorker: started by it, and given one task at a time.

import { serve } from "./lib/serving.js";

serve();
