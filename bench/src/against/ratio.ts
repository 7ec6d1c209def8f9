import type { Gate } from "../gate.ts";
import { median } from "../median.ts";

export interface Compared {
  readonly title: string;
  /** One ratio per round. Above 1, this tree is better. */
  readonly ratios: readonly number[];
  /** The minimum median if this tree is meant to be an improvement. */
  readonly ratioMin?: number;
}

export interface Pair<Measured> {
  readonly before: Measured;
  readonly now: Measured;
}

/** The least ratio of a commit that promises no improvement: nine rounds cannot resolve a smaller difference. */
const RATIO_MIN = 0.95;

/** Measures both sides in every round, alternating which goes first. Drops the warm-up rounds. */
export async function inTurn<Measured>(
  rounds: number,
  measure: (side: keyof Pair<Measured>) => Promise<Measured>,
  warmUpRounds = 1,
): Promise<readonly Pair<Measured>[]> {
  const pairs: Pair<Measured>[] = [];
  for (let round = 0; round < rounds + warmUpRounds; round += 1) {
    const isNowFirst = round % 2 === 0;
    const first = await measure(isNowFirst ? "now" : "before");
    const second = await measure(isNowFirst ? "before" : "now");
    pairs.push(isNowFirst ? { now: first, before: second } : { before: first, now: second });
  }
  return pairs.slice(warmUpRounds);
}

export const lessIsBetter = ({ before, now }: Pair<number>): number => before / now;

export const moreIsBetter = ({ before, now }: Pair<number>): number => now / before;

export const gateOf = ({ title, ratios, ratioMin = RATIO_MIN }: Compared): Gate => ({
  title: `${title}, median of ${ratios.length} rounds (above 1: this tree is better)`,
  value: median(ratios),
  limit: ratioMin,
  unit: "",
  isFloor: true,
});

export function tableRow({ title, ratios }: Compared): string {
  return `| ${title} | ${ratios.map((ratio) => ratio.toFixed(2)).join(" ")} | ${median(ratios).toFixed(3)} |`;
}
