import type { Gate } from "../gate.ts";
import { median } from "../median.ts";

const sendsRatioMin = 0.95;

/** The gate for ratios per round: messages per second while e-mails go out, relative to those without. */
export const mailGates = (sendsRatios: readonly number[]): readonly Gate[] => [
  {
    title: "messages a second while e-mails go out, against without",
    value: median(sendsRatios),
    limit: sendsRatioMin,
    unit: "",
    isFloor: true,
  },
];
