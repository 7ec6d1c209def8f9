import { chmodSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check } from "../checker/check.ts";
import { verdictLines, type Verdict } from "../checker/verdict.ts";
import { type Client, createClient } from "../clients/client.ts";
import { reloadRoom } from "../clients/reload.ts";
import { monoMs, sleep } from "../clock.ts";
import { enoughFiles, fileLoad } from "../files/file-load.ts";
import { runFiles } from "../files/file-runs.ts";
import { recordDownloads } from "../files/read-files.ts";
import { listFolder, recordStorage } from "../files/storage-census.ts";
import { createRecorder, type Recorder } from "../history/recorder.ts";
import type { Stage } from "../history-run.ts";
import { connectDatabase } from "../product/database.ts";
import { startProduct } from "../product/product.ts";
import { recordRows } from "../product/record-rows.ts";
import type { World } from "../product/world.ts";
import { runOperator } from "../revocation/operator.ts";
import { type FaultRun, noteFault, type ReportNotes, type RunContext, type RunResult } from "../run.ts";
import { historyUntil } from "./history-until.ts";

const backups = 2;

interface MadeBackup {
  readonly file: string;
  readonly begunAt: number;
}

export const backup: FaultRun = {
  name: "backup",
  about: `KEEP-1: ${backups} backups under texts and files, each restored and compared with all that was answered before it`,
  async run(context) {
    const folder = mkdtempSync(join(tmpdir(), "cuplaj-b-"));
    chmodSync(folder, 0o711);
    const made: MadeBackup[] = [];
    const [stages, load] = [[] as Stage[], { seconds: 12, cutShare: 0.2 }];
    const trouble = (stage: Stage): Promise<ReportNotes> => {
      stages.push(stage);
      return backUpAgain(stage, folder, made);
    };
    try {
      const result = await runFiles({ ...fileLoad({ ...load, trouble }), name: "backup", perSecond: 40 }, context);
      const [stage] = stages;
      if (result.kind !== "passed" || stage === undefined) return result;
      return await compareAll(stage, made, folder);
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    }
  },
};

async function backUpAgain({ product, recorder, random, context }: Stage, folder: string, made: MadeBackup[]) {
  let slowest = 0;
  for (let number = 1; number <= backups; number += 1) {
    await sleep(2000 + random.next() * 2000);
    const file = join(folder, `${number}.tar.zst`);
    const before = monoMs();
    made.push({ file, begunAt: recorder.now() });
    noteFault(recorder, `backup ${number}`, "invoke");
    await withCheckpoints(product.dataDir, () => runOperator(product, ["backup", file]));
    noteFault(recorder, `backup ${number}`);
    slowest = Math.max(slowest, monoMs() - before);
    context.say(`backup ${number} of ${backups}: ${statSync(file).size} bytes in ${(monoMs() - before).toFixed(0)} ms`);
  }
  return { backups, "slowest backup (ms)": Math.round(slowest) };
}

/** Runs `work` with constant checkpoints, which reveal a copy whose recovery starts at the wrong place in the WAL. */
async function withCheckpoints(dataDir: string, work: () => Promise<unknown>): Promise<void> {
  const client = await connectDatabase(dataDir, "postgres");
  const ending = new AbortController();
  const checkpoints = (async () => {
    for (; !ending.signal.aborted; await sleep(100)) await client.query("checkpoint");
  })();
  try {
    await work();
  } finally {
    ending.abort();
    await checkpoints;
    await client.end();
  }
}

async function compareAll(stage: Stage, made: readonly MadeBackup[], folder: string): Promise<RunResult> {
  let filesSeen = 0;
  for (const [index, one] of made.entries()) {
    const { verdict, files } = await compare(stage, one, join(folder, `data-${index}`));
    filesSeen += files;
    for (const line of verdictLines(verdict)) stage.context.say(`  restored ${index + 1}: ${line}`);
    if (!verdict.isSound) return { kind: "failed", why: `backup ${index + 1}: ${verdict.faults[0]?.what}` };
  }
  return filesSeen < enoughFiles
    ? { kind: "failed", why: `only ${filesSeen} files came back to be compared` }
    : { kind: "passed" };
}

async function compare(
  { world, recorder, context }: Stage,
  { file, begunAt }: MadeBackup,
  dataDir: string,
): Promise<{ verdict: Verdict; files: number }> {
  await runOperator({ dataDir }, ["restore", file]);
  const restored = createRecorder();
  for (const line of historyUntil(recorder.lines, begunAt)) restored.write(line);
  const product = await startProduct({ dataDir, isJudgedByLeftovers: false });
  const readers = readersOf(world, { address: product.address, recorder: restored, context });
  try {
    await recordRows(product, restored, world.rooms);
    const files = join(dataDir, "files");
    await recordStorage(product, restored, { workFolder: join(files, "work"), list: listFolder(files) });
    let downloaded = 0;
    for (const reader of readers) downloaded += await readAll(reader);
    return { verdict: check(restored.lines), files: downloaded };
  } finally {
    for (const reader of readers) reader.stop();
    await product.stop();
  }
}

async function readAll({ state }: Client): Promise<number> {
  let files = 0;
  for (const { id } of state.rooms) {
    await reloadRoom(state, id);
    files += await recordDownloads(state, id);
  }
  return files;
}

/** One client per person, for all of their rooms. These clients do not connect. */
function readersOf(
  { people, rooms }: World,
  { address, recorder, context }: { address: string; recorder: Recorder; context: RunContext },
): Client[] {
  return people.map((person, index) => {
    const proc = `reader-${index + 1}`;
    const own = rooms.filter(({ members }) => members.some(({ id }) => id === person.id));
    return createClient({ proc, person, rooms: own, address, recorder, random: context.random.fork(proc) });
  });
}
