import type { Gate } from "../gate.ts";
import { median } from "../median.ts";

const libraryRatioMin = 0.7;
const sendsRatioMax = 1.2;

/** The gates for ratios per round: pushes per second relative to the library's, and the p99 of sends with pushes relative to that without. */
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
