import process from "node:process";
import { systemClock } from "../../kernel/clock.ts";
import { inspect } from "./inspect.ts";
import type { InspectionAnswer } from "./inspection-answer.ts";
import { limitSharp } from "./read-picture.ts";

// The media process: `media-process.ts` forks it with the memory (bytes) that it may have, and asks for one file at a time, by its path.
// It starts while somebody waits for a file: it loads none of the shapes by which `media-process.ts` judges its answers.

const memoryBytesMax = Number(process.argv[2]);
const watchEveryMs = 50;

// Pixels are worked on in other threads, so that this one sees memory grow; a killed process waits for none of them.
systemClock.setInterval(() => {
  if (process.memoryUsage.rss() > memoryBytesMax) process.kill(process.pid, "SIGKILL");
}, watchEveryMs);

// A signal to the whole group is for the server, which finishes what it has begun; with it this process goes.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
process.once("disconnect", () => process.exit());

limitSharp();
const say = (answer: InspectionAnswer): void => void process.send?.(answer);

process.on("message", (path) => {
  if (typeof path === "string") void inspect(path).then(say);
});
say({ kind: "ready" });
