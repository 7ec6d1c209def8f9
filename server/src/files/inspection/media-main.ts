import process from "node:process";
import { systemClock } from "../../kernel/clock.ts";
import { inspect } from "./inspect.ts";
import type { InspectionAnswer } from "./inspection-answer.ts";
import { limitSharp } from "./read-picture.ts";

// The media process. `media-process.ts` forks it with its memory limit (bytes) and sends it one path at a time. It loads no schemas, since people
// wait for it to start.

const memoryBytesMax = Number(process.argv[2]);
const watchEveryMs = 50;

// Pixels are decoded on other threads, so this one can watch memory grow and kill the process.
systemClock.setInterval(() => {
  if (process.memoryUsage.rss() > memoryBytesMax) process.kill(process.pid, "SIGKILL");
}, watchEveryMs);

// Signals to the process group are meant for the server, which finishes its work and then ends this process.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
process.once("disconnect", () => process.exit());

limitSharp();
const say = (answer: InspectionAnswer): void => void process.send?.(answer);

process.on("message", (path) => {
  if (typeof path === "string") void inspect(path).then(say);
});
say({ kind: "ready" });
