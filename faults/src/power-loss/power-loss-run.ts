import { join } from "node:path";
import { sleep, until } from "../clock.ts";
import { createCaller } from "../clients/http-caller.ts";
import { type HistoryRun, type Outcome, resultOf, runHistory, type Stage } from "../history-run.ts";
import type { Recorder } from "../history/recorder.ts";
import { connectDatabase, query } from "../product/database.ts";
import { postgresProcesses, signalAll, untilGone } from "../product/postgres-processes.ts";
import type { Product } from "../product/product.ts";
import { type FaultRun, noteFault, type ReportNotes, type RunContext, type RunResult } from "../run.ts";
import { type LoopDisk, makeLoopDisk, whyNoLoopDisk } from "./loop-disk.ts";

const cuts = 2;

export const powerLoss: FaultRun = {
  name: "power-loss",
  about: "F2: the disk loses its power twice under 60 messages/s; a control run with commits in memory must lose some",
  async run(context) {
    const why = await whyNoLoopDisk();
    if (why !== null) return { kind: "skipped", why };
    const result = resultOf((await onOwnDisk(shipped, context)).verdict);
    return result.kind === "passed" ? await runControl(context) : result;
  },
};

type RunOnDisk = (disk: LoopDisk) => HistoryRun;

const size = { rooms: 8, people: 12, membersOf: (room: number) => [0, 1, 2, 3].map((step) => (room * 3 + step) % 12) };

/** The product as shipped: no acknowledged message may be missing. */
const shipped: RunOnDisk = (disk) => ({
  name: "power-loss",
  size,
  perSecond: 60,
  seconds: 14,
  product: { dataDir: join(disk.folder, "data") },
  async nemesis(stage) {
    const [settings] = await query<{ fsync: string; commit: string }>(
      stage.product.dataDir,
      "select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit",
    );
    let slowestStart = 0;
    for (let cut = 1; cut <= cuts; cut += 1) {
      await sleep(3000 + stage.random.next() * 2000);
      slowestStart = Math.max(slowestStart, await losePower(stage, disk, `power loss ${cut}`));
    }
    return notesOf(settings, { "power losses": cuts, "slowest start (ms)": slowestStart });
  },
});

/** The control, which acknowledges commits before they are on disk. */
const careless: RunOnDisk = (disk) => ({
  name: "power-loss-control",
  size,
  perSecond: 200,
  seconds: 5,
  product: { dataDir: join(disk.folder, "data"), isJudgedByLeftovers: false },
  async nemesis(stage) {
    const { dataDir } = stage.product;
    await commitInMemory(dataDir);
    const [settings] = await query<{ fsync: string; commit: string }>(
      dataDir,
      "select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit",
    );
    await sleep(2500);
    const startMs = await losePower(stage, disk, "power loss");
    return notesOf(settings, { "start (ms)": startMs });
  },
});

/**
 * Makes commits asynchronous. The server asks for synchronous ones on each connection, so a trigger turns that off in every transaction on a room. A
 * single synchronous commit would flush the others too.
 */
async function commitInMemory(dataDir: string): Promise<void> {
  const client = await connectDatabase(dataDir, "postgres");
  try {
    await client.query(`
      create function careless() returns trigger language plpgsql security definer as $$
      begin perform set_config('synchronous_commit', 'off', true); return null; end $$;
      create trigger careless after update on rooms for each statement execute function careless()`);
    // By default the WAL writer flushes every 200 ms, so that loss would not be certain.
    await client.query("alter system set wal_writer_delay = '2s'");
    await client.query("select pg_reload_conf()");
  } finally {
    await client.end();
  }
}

async function runControl(context: RunContext): Promise<RunResult> {
  const say = (line: string): void => context.say(`  control: ${line}`);
  const { verdict, recorder } = await onOwnDisk(careless, { ...context, say });
  const lost = missingOf(recorder);
  if (verdict.counts.lost === 0 && lost > 0) return { kind: "failed", why: `the checker did not see ${lost} losses` };
  if (lost === 0) return { kind: "failed", why: "the control run lost nothing, so this run would not notice a loss" };
  context.say(`the control run lost acknowledged messages, as it must: ${lost}`);
  return { kind: "passed" };
}

/** How many acknowledged messages are stored nowhere, counted without the checker. */
function missingOf({ lines }: Recorder): number {
  const stored = new Set(lines.filter(({ f }) => f === "stored").map(({ key }) => key));
  const acknowledged = new Set(lines.filter(({ f, type }) => f === "publish" && type === "ok").map(({ key }) => key));
  return [...acknowledged].filter((key) => !stored.has(key)).length;
}

async function onOwnDisk(runOn: RunOnDisk, context: RunContext): Promise<Outcome> {
  const disk = makeLoopDisk();
  try {
    return await runHistory(runOn(disk), context);
  } finally {
    await disk.dispose();
  }
}

/** Cuts the power, kills PostgreSQL and the server, and restarts from what is on the disk. Returns the startup time, ms. */
export async function losePower({ product, recorder, context }: Stage, disk: LoopDisk, name: string): Promise<number> {
  const pids = postgresProcesses(join(product.dataDir, "postgres"));
  noteFault(recorder, name, "invoke");
  disk.cutPower();
  const startMs = await product.crashAndRestart(async () => {
    signalAll(pids, "SIGKILL");
    await untilGone(pids);
    await disk.mountAgain();
  });
  noteFault(recorder, name);
  await untilReady(product);
  context.say(`${name}: ${pids.length} processes of PostgreSQL ended, started again in ${startMs.toFixed(0)} ms`);
  return Math.round(startMs);
}

async function untilReady({ address }: Product): Promise<void> {
  const caller = createCaller({ address, token: "" });
  const isReady = async (): Promise<boolean> => {
    const answer = await caller.call("GET", "/readyz");
    return answer.kind === "answer" && answer.status === 200;
  };
  try {
    await until(isReady, 10_000, "the server to be ready");
  } finally {
    // An open connection of our own would count as left behind (SEC-12).
    caller.close();
  }
}

const notesOf = (settings: { fsync: string; commit: string } | undefined, notes: ReportNotes): ReportNotes => ({
  fsync: settings?.fsync ?? "unknown",
  synchronous_commit: settings?.commit ?? "unknown",
  ...notes,
});
