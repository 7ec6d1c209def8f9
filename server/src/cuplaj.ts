import { text } from "node:stream/consumers";
import { askLine } from "./command-line/ask-line.ts";
import { askPassword } from "./command-line/ask-password.ts";
import { StartupProblem } from "./kernel/startup-problem.ts";
import { loadConfig } from "./settings/config.ts";
import { runOperatorCommand } from "./start/run-operator-command.ts";

process.exitCode = await runOperatorCommand(process.argv.slice(2), {
  readConfig: loadConfig,
  askPassword: process.stdin.isTTY
    ? (question) => askPassword(process.stdin, (shown) => process.stderr.write(shown), question)
    : null,
  askLine: process.stdin.isTTY ? (question) => askLine(process.stdin, process.stderr, question) : null,
  readStdin: () => text(process.stdin),
  say: (line) => void process.stderr.write(`${line}\n`),
  stopBackup: stopBySignal,
  isTerminal: process.stderr.isTTY,
  print: (answer) => void process.stdout.write(`${answer}\n`),
});

/** KEEP-1a: the first signal stops a backup cleanly; a second one of the same kind ends the process immediately. */
function stopBySignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () =>
      stop.abort(new StartupProblem(`The backup was stopped (${signal}): no partial file remains.`)),
    );
  return stop.signal;
}
