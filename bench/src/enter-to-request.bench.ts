import type { BenchReport } from "./bench-report.ts";
import { type Press, startTypist } from "./enter-to-request/typist.ts";
import { median } from "./median.ts";
import { thisTree } from "./subjects/cuplaj.ts";

/** Measures the time from Enter to the request on the wire, in a browser whose CPU is slowed down 4 times. This bench has no gate. */
export async function benchEnterToRequest(isQuick: boolean): Promise<BenchReport> {
  const typist = await startTypist(thisTree);
  let presses: readonly Press[];
  try {
    presses = await typist.press(isQuick ? 10 : 60);
  } finally {
    await typist.stop();
  }
  const row = (title: string, of: (press: Press) => number): string => {
    const times = presses.map(of);
    return `| ${title} | ${median(times).toFixed(2)} | ${Math.max(...times).toFixed(2)} |`;
  };
  return {
    name: "enter-to-request",
    gates: [],
    lines: [
      `${presses.length} presses in one room, Chromium with its processor slowed 4 times.`,
      "",
      "| Enter to | median ms | longest ms |",
      "| --- | ---: | ---: |",
      row("fetch called", ({ toFetchMs }) => toFetchMs),
      row("request on the wire", ({ toWireMs }) => toWireMs),
    ],
    figures: presses,
  };
}
