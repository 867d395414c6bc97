// Serves a folder at http://127.0.0.1:8000/: `node web/tests/serve.mjs SITE`.

import { serve } from "./server.mjs";

const { port } = await serve([{ at: "/", folder: process.argv[2] }], Number(process.env.PORT ?? 8000));
console.log(`http://127.0.0.1:${port}/`);
