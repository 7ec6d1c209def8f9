import v8 from "node:v8";
import { runInNewContext } from "node:vm";

const collectEveryBytes = 16 * 1024 * 1024;

v8.setFlagsFromString("--expose-gc");
const collect: unknown = runInNewContext("gc");

let uncollected = 0;

/** Counts streamed bytes, and collects their garbage in about 1 ms. V8 would let 64 MiB accumulate, which the process would then retain (MSG-3). */
export function noteChunk(bytes: number): void {
  uncollected += bytes;
  if (uncollected < collectEveryBytes || typeof collect !== "function") return;
  uncollected = 0;
  collect({ type: "minor" });
}
