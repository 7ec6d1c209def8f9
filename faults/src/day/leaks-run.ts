import { plantMutant } from "../mutants/plant-mutant.ts";
import type { FaultRun, RunContext, RunResult } from "../run.ts";
import type { Finding } from "../tabs/finding.ts";
import { type Days, playDays } from "./day-run.ts";
import { leaks } from "./leaks.ts";

const short: Days = { population: { customers: 16, staff: 8 }, days: 1, seconds: 60 };

/** OPS-7: proves that a day finds leaks, by planting some. */
export const dayLeaks: FaultRun = {
  name: "day-leaks",
  about: "OPS-7: a minute's day of 24 people; then of a server that keeps what it should let go, which must be found",
  async run(context) {
    const sound = (await playDays(context, short)).findings.filter(({ holds }) => !holds);
    for (const { what, measured, bound } of sound) context.say(`FAIL ${what}: ${measured} (${bound})`);
    if (sound.length > 0) return { kind: "failed", why: "the product itself did not pass" };
    return judge(await playLeaking(context));
  },
};

async function playLeaking(context: RunContext): Promise<readonly Finding[]> {
  const replacements = leaks.map(({ replacement }) => replacement);
  const planted = plantMutant({ name: "leaks", replacements });
  try {
    return (await playDays(context, { ...short, tree: planted.tree })).findings;
  } finally {
    planted.remove();
  }
}

function judge(findings: readonly Finding[]): RunResult {
  const missed = leaks.filter(({ foundAs }) => findings.every(({ what, holds }) => holds || !what.includes(foundAs)));
  if (missed.length === 0) return { kind: "passed" };
  return { kind: "failed", why: `not caught: ${missed.map(({ foundAs }) => foundAs).join(", ")}` };
}
