import v8 from "node:v8";
import { runInNewContext } from "node:vm";

/** Bytes of body chunks that may pile up as garbage. */
const collectEveryBytes = 16 * 1024 * 1024;

v8.setFlagsFromString("--expose-gc");
const collect: unknown = runInNewContext("gc");

let uncollected = 0;

/**
 * Counts streamed bytes and triggers a minor collection now and then, in about 1 ms. V8 itself waits for 64 MiB of external garbage, and
 * the process never returns that memory (MSG-3a).
 */
export function noteChunk(bytes: number): void {
  uncollected += bytes;
  if (uncollected < collectEveryBytes || typeof collect !== "function") return;
  uncollected = 0;
  collect({ type: "minor" });
}
