// Serves folders at http://127.0.0.1:8000/, the first that has a file: `node web/tests/serve.mjs SITE [BOOK]`.

import { serve } from "./server.mjs";

const folders = process.argv.slice(2).map((folder) => ({ at: "/", folder }));
const { port } = await serve(folders, Number(process.env.PORT ?? 8000));
console.log(`http://127.0.0.1:${port}/explorer/`);
