/** `npm start` (RUN-1): installs and builds whatever is missing, then runs the server, which prints the address to open. */
import { buildWebWhenOlder } from "./build-web.mjs";
import { installWhenMissing, root } from "./prepare.mjs";
import { giveUp, runServerProgram } from "./run-server-program.mjs";

const say = (/** @type {string} */ line) => console.error(line);

try {
  process.chdir(root);
  await installWhenMissing(say);
  buildWebWhenOlder(say);
  await runServerProgram("server/src/main.ts", process.argv.slice(2));
} catch (error) {
  giveUp(error);
}
