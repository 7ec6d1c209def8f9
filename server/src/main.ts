import { inspect } from "node:util";
import { isoTime, systemClock } from "./kernel/clock.ts";
import { isInProduction, loadConfig } from "./settings/config.ts";
import { type Log, openLog } from "./kernel/log.ts";
import { wireErrorReports } from "./start/wire-error-reports.ts";
import { startServer } from "./start/start-server.ts";
import { StartupProblem } from "./kernel/startup-problem.ts";

/** RUN-5: the process exits within 15 s, whatever hangs. */
const leaveMsMax = 14_500;

await main().catch(giveUp);

async function main(): Promise<void> {
  const config = loadConfig();
  const reporter = wireErrorReports(config, systemClock);
  const log = openLog(config.logLevel, reporter?.note);
  const starting = startServer(config, systemClock, log);
  // A signal during startup takes effect after startup, within the same time limit, since half a startup cannot be shut down cleanly.
  const leave = (exitCode: number): void => {
    systemClock.setTimeout(() => process.exit(1), leaveMsMax);
    void starting.then(async (server) => {
      await server.stop();
      await reporter?.stop();
      process.exit(exitCode);
    });
  };
  onRequestToLeave(() => leave(0));
  process.on("SIGHUP", () => void starting.then((server) => server.renewCertificate()));
  surviveBugs(log, () => leave(1));
  const server = await starting;
  const ready = `Cuplaj is ready: ${server.address}`;
  console.log(isInProduction() ? jsonLine(30, ready) : ready);
}

/** Listens for signals, and for the end of `npm start`, which holds the other end of the IPC channel. */
function onRequestToLeave(leave: () => void): void {
  process.on("SIGTERM", leave);
  process.on("SIGINT", leave);
  process.on("disconnect", leave);
}

/** Logs failed requests without ending the process; an uncaught exception shuts it down cleanly. */
function surviveBugs(log: Log, leave: () => void): void {
  process.on("unhandledRejection", (reason) => log.error({ err: reason }, "an unhandled rejection"));
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "an uncaught exception");
    leave();
  });
}

/** Prints only the message of a problem that the operator can fix; anything else is a bug and is printed with its stack. */
function giveUp(error: unknown): void {
  const sentence = error instanceof StartupProblem ? error.message : inspect(error);
  console.error(isInProduction() ? jsonLine(60, sentence) : sentence);
  process.exit(1);
}

/** OPS-1: in production every line is JSON, even before the log is open. */
function jsonLine(level: number, msg: string): string {
  return JSON.stringify({ level, time: isoTime(systemClock.now()), msg });
}
