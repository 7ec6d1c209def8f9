import type { Gate } from "../gate.ts";
import { median } from "../median.ts";

/** PERF-14 */
const msMax = 150;
const [ratioMax, ratioFromMs] = [3, 30];
/** PERF-15 */
const sendsRatioMin = 0.95;
/** PERF-15 */
const foundMsMax = 2000;

/** Of a kind of search: its p95 with few messages and with many, ms. */
export function searchGates(title: string, small: number, large: number): readonly Gate[] {
  return [
    { title, value: large, limit: msMax, unit: "ms" },
    ...(small > ratioFromMs
      ? [{ title: `${title}, large against wide`, value: large / small, limit: ratioMax, unit: "" }]
      : []),
  ];
}

/** Of sends a second with indexing against without, a ratio for each round; and of how long each thing said took to be found, ms. */
export const indexingGates = (ratios: readonly number[], foundMs: readonly number[]): readonly Gate[] => [
  {
    title: "durable sends a second with indexing, against without",
    value: median(ratios),
    limit: sendsRatioMin,
    unit: "",
    isFloor: true,
  },
  { title: "what was said is found, the longest", value: Math.max(...foundMs), limit: foundMsMax, unit: "ms" },
];
