import type { Gate } from "../gate.ts";
import { median } from "../median.ts";

const ratioMin = 0.5;

export const offerGates = (ratios: readonly number[]): readonly Gate[] => [
  { title: "offers stored over HTTP, of pgbench's", value: median(ratios), limit: ratioMin, unit: "", isFloor: true },
];
