import type { Verdict } from "../checker/verdict.ts";
import { resultWithoutResets, runHistory } from "../history-run.ts";
import { createRandom } from "../random.ts";
import type { FaultRun, RunContext, RunResult } from "../run.ts";
import type { Mutant } from "./mutant.ts";
import { mutants } from "./mutants.ts";
import { plantMutant } from "./plant-mutant.ts";
import { workloads } from "./workloads.ts";

const triesMax = 3;

/** Every mutant must be caught; a checker that was never seen to find anything proves nothing. */
export const mutantRuns: readonly FaultRun[] = mutants.map((mutant) => ({
  name: `mutant-${mutant.name}`,
  about: `a server that ${mutant.about}: must be caught by ${mutant.leadsTo.join(" and ")}`,
  isInTests: true,
  run: (context) => runMutant(mutant, context),
}));

async function runMutant(mutant: Mutant, context: RunContext): Promise<RunResult> {
  const sound = await baseline(mutant.workload, context);
  if (sound.kind !== "passed") return { kind: "failed", why: "the product itself did not pass the same run" };
  const planted = plantMutant(mutant);
  try {
    return await tryOut(mutant, planted.tree, context);
  } finally {
    planted.remove();
  }
}

/** A race that is lost on one day may be won on another: the mistake must show in one of a few tries. */
async function tryOut(mutant: Mutant, tree: string, context: RunContext): Promise<RunResult> {
  const run = {
    ...workloads[mutant.workload],
    name: `mutant-${mutant.name}`,
    product: { tree, isJudgedByLeftovers: false },
  };
  for (let attempt = 1; ; attempt += 1) {
    const seed = context.seed + attempt - 1;
    const { verdict } = await runHistory(run, { ...context, seed, random: createRandom(seed) });
    const result = judge(mutant, verdict);
    if (result.kind === "passed" || attempt === triesMax) return result;
    context.say(`not caught with seed ${seed}; tried again`);
  }
}

function judge({ leadsTo }: Mutant, { counts }: Verdict): RunResult {
  const missed = leadsTo.filter((kind) => counts[kind] === 0);
  return missed.length === 0 ? { kind: "passed" } : { kind: "failed", why: `not caught by ${missed.join(", ")}` };
}

/** What the product itself came to under a load; found out once for all mutants that are tried under it. */
const baselines = new Map<Mutant["workload"], Promise<RunResult>>();

function baseline(workload: Mutant["workload"], context: RunContext): Promise<RunResult> {
  const known = baselines.get(workload) ?? runBaseline(workload, context);
  baselines.set(workload, known);
  return known;
}

async function runBaseline(workload: Mutant["workload"], context: RunContext): Promise<RunResult> {
  context.say(`the product itself, ${workload}:`);
  const run = { ...workloads[workload], name: `unmutated-${workload}`, product: { isJudgedByLeftovers: false } };
  const { verdict } = await runHistory(run, context);
  return resultWithoutResets(verdict);
}
