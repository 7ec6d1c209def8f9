import { join } from "node:path";
import { parseArgs } from "node:util";
import { allRuns } from "./all-runs.ts";
import { forgetLeftovers, leftoversOfRun } from "./leftovers/leftovers.ts";
import { repository } from "./product/product.ts";
import { createRandom } from "./random.ts";
import type { FaultRun, RunResult } from "./run.ts";

const help = `npm run faults [-- name ...] [options]

Breaks the running product and checks from outside that nothing is lost, doubled, reordered or leaked (docs/delivery.md).
Without a name every run is made, one after the other.

  --list            the runs
  --without <name>  all of these but that one; may be given more than once
  --seed <number>   repeats the choices of an earlier run
  --seconds <n>     how long the load lasts, instead of each run's own time
  --before <commit> what nodes are upgraded from, instead of the release before
  --reports <path>  where reports go (faults/reports)
  --help            this text`;

const word = { passed: "ok  ", failed: "FAIL", skipped: "skip" } as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: "boolean", default: false },
    without: { type: "string", multiple: true, default: [] },
    help: { type: "boolean", default: false },
    seed: { type: "string" },
    seconds: { type: "string" },
    before: { type: "string" },
    reports: { type: "string" },
  },
});

// Exit handlers clean up, for example by unmounting a disk, and a signal without a handler would skip them.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

if (values.help) console.log(help);
else if (values.list) for (const { name, about } of allRuns) console.log(`${name.padEnd(24)} ${about}`);
// A failed run may leave clients that retry forever, so this exits explicitly.
else process.exit(await runAll());

async function runAll(): Promise<number> {
  const unknown = [...positionals, ...values.without].filter((name) => !allRuns.some((run) => run.name === name));
  if (unknown.length > 0) {
    console.error(`no run is named ${unknown.join(", ")}; there are ${allRuns.map(({ name }) => name).join(", ")}`);
    return 1;
  }
  const named = positionals.length === 0 ? allRuns : allRuns.filter(({ name }) => positionals.includes(name));
  const chosen = named.filter(({ name }) => !values.without.includes(name));
  const results: RunResult["kind"][] = [];
  for (const run of chosen) {
    const result = await runOne(run);
    console.log(`${word[result.kind]} ${run.name}${result.kind === "passed" ? "" : `: ${result.why}`}`);
    results.push(result.kind);
  }
  const count = (kind: RunResult["kind"]): number => results.filter((result) => result === kind).length;
  console.log(`${count("passed")} passed, ${count("failed")} failed`);
  return count("failed") === 0 && chosen.length > 0 ? 0 : 1;
}

/** Performs one run. An exception fails this run but not the others. */
async function runOne(run: FaultRun): Promise<RunResult> {
  const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
  console.log(`\n## ${run.name}, seed ${seed}`);
  const reports = values.reports ?? join(repository, "faults/reports");
  const seconds = values.seconds === undefined ? null : Number(values.seconds);
  const say = (line: string): void => console.log(line);
  forgetLeftovers();
  try {
    return withLeftovers(
      await run.run({ seed, random: createRandom(seed), seconds, before: values.before ?? null, reports, say }),
    );
  } catch (error) {
    return { kind: "failed", why: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

/** SEC-12: fails a run with leftovers. */
function withLeftovers(result: RunResult): RunResult {
  const wrong = leftoversOfRun().filter(({ holds }) => !holds);
  if (result.kind !== "passed" || wrong.length === 0) return result;
  return {
    kind: "failed",
    why: wrong.map(({ what, measured, bound }) => `${what}: ${measured} (${bound})`).join("; "),
  };
}
