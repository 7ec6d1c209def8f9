import type { Clock } from "../kernel/clock.ts";

const sayEveryMs = 1000;

/** Reports progress once a second; returns a function that adds bytes done. */
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
    // More bytes may have come than were counted.
    const percent = Math.min(99, Math.floor((100 * bytesDone) / Math.max(1, bytesTotal)));
    say(`${done} ${bytesDone} of about ${bytesTotal} bytes (${percent} %).`);
  };
}
