/** `npm run cuplaj -- <command>` (RUN-7) runs an operator's command, with or without a running server. */
import { installWhenMissing, root } from "./prepare.mjs";
import { giveUp, runServerProgram } from "./run-server-program.mjs";

const say = (/** @type {string} */ line) => console.error(line);

try {
  process.chdir(root);
  await installWhenMissing(say);
  await runServerProgram("server/src/cuplaj.ts", process.argv.slice(2));
} catch (error) {
  giveUp(error);
}
