import v8 from "node:v8";
import { runInNewContext } from "node:vm";

/** So many bytes of bodies may be garbage. */
const collectEveryBytes = 16 * 1024 * 1024;

v8.setFlagsFromString("--expose-gc");
const collect: unknown = runInNewContext("gc");

let uncollected = 0;

/**
 * Counts what streamed bodies bring, and has the short-lived of it collected now and then, in about a millisecond. V8 by itself waits
 * until 64 MiB outside of its heap are garbage, and what it had once, the process keeps (MSG-3).
 */
export function noteChunk(bytes: number): void {
  uncollected += bytes;
  if (uncollected < collectEveryBytes || typeof collect !== "function") return;
  uncollected = 0;
  collect({ type: "minor" });
}
