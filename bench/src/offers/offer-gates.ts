import type { Gate } from "../gate.ts";
import { median } from "../median.ts";

/** PERF-18 */
const ratioMin = 0.5;

/** What has to hold, from each round's offers over HTTP, of pgbench's. */
export const offerGates = (ratios: readonly number[]): readonly Gate[] => [
  { title: "offers stored over HTTP, of pgbench's", value: median(ratios), limit: ratioMin, unit: "", isFloor: true },
];
