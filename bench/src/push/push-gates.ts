import type { Gate } from "../gate.ts";
import { median } from "../median.ts";

/** PERF-19 */
const libraryRatioMin = 0.7;
/** PERF-19 */
const sendsRatioMax = 1.2;

/** A ratio for each round: pushes a second against the library's own, and the p99 of sends while pushes are sent against without. */
export const pushGates = (libraryRatios: readonly number[], sendsRatios: readonly number[]): readonly Gate[] => [
  {
    title: "pushes a second, against the library alone",
    value: median(libraryRatios),
    limit: libraryRatioMin,
    unit: "",
    isFloor: true,
  },
  { title: "p99 of sends meanwhile, against without", value: median(sendsRatios), limit: sendsRatioMax, unit: "" },
];
