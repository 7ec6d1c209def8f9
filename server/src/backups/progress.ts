import type { Clock } from "../kernel/clock.ts";

const sayEveryMs = 1000;

/** Reports progress once a second. Returns a function to call with the number of bytes just processed. */
export function sayProgress(
  done: string,
  bytesTotal: number,
  { clock, say }: { readonly clock: Clock; readonly say: (line: string) => void },
): (bytes: number) => void {
  let bytesDone = 0;
  let sayAt = clock.steadyMs() + sayEveryMs;
  return (bytes) => {
    bytesDone += bytes;
    if (clock.steadyMs() < sayAt) return;
    sayAt = clock.steadyMs() + sayEveryMs;
    // The total is an estimate and may be exceeded.
    const percent = Math.min(99, Math.floor((100 * bytesDone) / Math.max(1, bytesTotal)));
    say(`${done} ${bytesDone} of about ${bytesTotal} bytes (${percent} %).`);
  };
}
