import type { Gate } from "../gate.ts";
import { median } from "../median.ts";

const msMax = 150;
const [ratioMax, ratioFromMs] = [3, 30];
const sendsRatioMin = 0.95;
const foundMsMax = 2000;

/** The gates for the p95 of one kind of search, with few and with many messages, ms. */
export function searchGates(title: string, small: number, large: number): readonly Gate[] {
  return [
    { title, value: large, limit: msMax, unit: "ms" },
    ...(small > ratioFromMs
      ? [{ title: `${title}, large against wide`, value: large / small, limit: ratioMax, unit: "" }]
      : []),
  ];
}

/** The gates for sends per second with indexing relative to without, one ratio per round, and for the time until each message was found, ms. */
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
