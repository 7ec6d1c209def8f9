import { sleep } from "../clock.ts";
import { type HistoryRun, resultOf, runHistory, type Stage } from "../history-run.ts";
import type { Verdict } from "../checker/verdict.ts";
import { type FaultRun, noteFault, type ReportNotes, type RunContext, type RunResult } from "../run.ts";
import { enoughFiles, fileLoad } from "./file-load.ts";

const fileKills: FaultRun = {
  name: "file-kills",
  about: "MSG-3: 4 times kill -9 while files arrive by form and by tus, half of them cut at any byte",
  run: (context) =>
    runFiles(
      {
        ...fileLoad({
          seconds: 16,
          cutShare: 0.5,
          trouble: (stage) => killAgain(stage, 4),
        }),
        name: "file-kills",
      },
      context,
    ),
};

const fileCuts: FaultRun = {
  name: "file-cuts",
  about: "MSG-3: files arrive for 30 s, each cut at any byte one to three times",
  run: (context) => runFiles({ ...fileLoad({ seconds: 30, cutShare: 1 }), name: "file-cuts" }, context),
};

export const fileRuns: readonly FaultRun[] = [fileKills, fileCuts];

export async function runFiles(run: HistoryRun, context: RunContext): Promise<RunResult> {
  const judged = { ...run, product: { isJudgedByLeftovers: false, ...run.product } };
  const { verdict, report } = await runHistory(judged, context);
  for (const [what, count] of Object.entries(report.notes)) context.say(`${what}: ${count}`);
  return judge(verdict, Number(report.notes["files downloaded"] ?? 0));
}

function judge(verdict: Verdict, files: number): RunResult {
  if (verdict.isSound && files < enoughFiles) return { kind: "failed", why: `only ${files} files were there to check` };
  return resultOf(verdict);
}

async function killAgain({ product, recorder, random }: Stage, kills: number): Promise<ReportNotes> {
  for (let kill = 1; kill <= kills; kill += 1) {
    await sleep(500 + random.next() * 1500);
    noteFault(recorder, `kill ${kill}`, "invoke");
    await product.crashAndRestart();
    noteFault(recorder, `kill ${kill}`);
  }
  return { kills };
}
