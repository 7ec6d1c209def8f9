import type { Verdict } from "../checker/verdict.ts";
import { resultWithoutResets, runHistory } from "../history-run.ts";
import { createRandom } from "../random.ts";
import type { FaultRun, RunContext, RunResult } from "../run.ts";
import type { Mutant } from "./mutant.ts";
import { mutants } from "./mutants.ts";
import { plantMutant } from "./plant-mutant.ts";
import { everything, workloads } from "./workloads.ts";

/** The seconds of load in each try. Most mistakes are noticed at once, and the first find ends the tries. */
const tries = [2.5, 5, 5] as const;

/** One run per mutant. Every mutant must be caught: a checker that never finds anything proves nothing. */
export const mutantRuns: readonly FaultRun[] = mutants.map((mutant) => ({
  name: `mutant-${mutant.name}`,
  about: `a server that ${mutant.about}: must be caught by ${mutant.leadsTo.join(" and ")}`,
  run: (context) => runMutant(mutant, context),
}));

async function runMutant(mutant: Mutant, context: RunContext): Promise<RunResult> {
  const sound = await (baseline ??= runBaseline(context));
  if (sound.kind !== "passed")
    return { kind: "failed", why: "the product itself did not pass all that mutants are tried with" };
  const planted = plantMutant(mutant);
  try {
    return await tryOut(mutant, planted.tree, context);
  } finally {
    planted.remove();
  }
}

/** Tries a mutant a few times: races vary, so it is enough if its mistake is found once. */
async function tryOut(mutant: Mutant, tree: string, context: RunContext): Promise<RunResult> {
  const run = { name: `mutant-${mutant.name}`, product: { tree, isJudgedByLeftovers: false } };
  let result: RunResult = { kind: "failed", why: "it was not tried" };
  for (const [index, seconds] of tries.entries()) {
    const seed = context.seed + index;
    const workload = workloads[mutant.workload](seconds);
    const { verdict } = await runHistory({ ...workload, ...run }, { ...context, seed, random: createRandom(seed) });
    result = judge(mutant, verdict);
    if (result.kind === "passed") break;
    context.say(`not caught with seed ${seed} in ${seconds} s`);
  }
  return result;
}

function judge({ leadsTo }: Mutant, { counts }: Verdict): RunResult {
  const missed = leadsTo.filter((kind) => counts[kind] === 0);
  return missed.length === 0 ? { kind: "passed" } : { kind: "failed", why: `not caught by ${missed.join(", ")}` };
}

/** The result for the unmutated product, which all mutants share. */
let baseline: Promise<RunResult> | null = null;

async function runBaseline(context: RunContext): Promise<RunResult> {
  context.say("the product itself:");
  const run = { ...everything, name: "unmutated", product: { isJudgedByLeftovers: false } };
  const { verdict } = await runHistory(run, context);
  return resultWithoutResets(verdict);
}
