import type { Gate } from "../gate.ts";
import { median } from "../median.ts";

/** A figure of two trees, measured in the same rounds. */
export interface Compared {
  readonly title: string;
  /** One for each round; above 1 means that this tree is the better one. */
  readonly ratios: readonly number[];
  /** Least median where this tree promises to be better, not only no worse. */
  readonly ratioMin?: number;
}

/** What was measured in one round, in whichever order. */
export interface Pair<Measured> {
  readonly before: Measured;
  readonly now: Measured;
}

/** A commit may cost so much at most; what is less is lost in the noise of nine rounds. */
const RATIO_MIN = 0.95;

/** Measures both in turn, who is first changing from round to round. The first round warms up and is not counted. */
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

/** For what costs: time, memory. */
export const lessIsBetter = ({ before, now }: Pair<number>): number => before / now;

/** For what is had: sends a second. */
export const moreIsBetter = ({ before, now }: Pair<number>): number => now / before;

/** The gate of the median. */
export const gateOf = ({ title, ratios, ratioMin = RATIO_MIN }: Compared): Gate => ({
  title: `${title}, median of ${ratios.length} rounds (above 1: this tree is better)`,
  value: median(ratios),
  limit: ratioMin,
  unit: "",
  isFloor: true,
});

/** A line of a table: every round, and the median. */
export function tableRow({ title, ratios }: Compared): string {
  return `| ${title} | ${ratios.map((ratio) => ratio.toFixed(2)).join(" ")} | ${median(ratios).toFixed(3)} |`;
}
