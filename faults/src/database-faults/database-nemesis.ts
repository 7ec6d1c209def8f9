import { monoMs, sleep, until } from "../clock.ts";
import type { Stage } from "../history-run.ts";
import { connectDatabase } from "../product/database.ts";
import { postgresProcesses, signalAll, untilGone } from "../product/postgres-processes.ts";
import { noteFault, type ReportNotes } from "../run.ts";

export interface DatabaseUnderFault {
  readonly dataFolder: string;
  /** Starts the database again; null if the product does so itself. */
  readonly start: (() => Promise<void>) | null;
}

/** The time to recover after a fault, with some margin, ms. */
const calmMs = 6000;
const freezeMs = 20_000;
const commitsHangMs = 12_000;
const killingMs = 15_000;
const awayMs = 3000;

/** Ends the postmaster by SIGQUIT (`pg_ctl -m immediate`) and SIGKILL. `start` or the product's watch starts it again. */
export async function restartAgainAndAgain(stage: Stage, database: DatabaseUnderFault): Promise<ReportNotes> {
  let slowest = 0;
  const signals = ["SIGQUIT", "SIGKILL", "SIGQUIT"] as const;
  for (const [at, signal] of signals.entries()) {
    await sleep(2000 + stage.random.next() * 1000);
    slowest = Math.max(slowest, await restart(stage, database, signal, `restart ${at + 1} (${signal})`));
    await sleep(calmMs);
  }
  return { restarts: signals.length, "database away at most (ms)": Math.round(slowest) };
}

async function restart(
  { product, recorder, context }: Stage,
  { dataFolder, start }: DatabaseUnderFault,
  signal: NodeJS.Signals,
  name: string,
): Promise<number> {
  const pids = postgresProcesses(dataFolder);
  const before = monoMs();
  noteFault(recorder, name, "invoke");
  signalAll(pids.slice(0, 1), signal);
  await untilGone(pids);
  if (start !== null) {
    await sleep(awayMs);
    await start();
  }
  await until(() => isBack(product.dataDir), 20_000, "the database to be back");
  noteFault(recorder, name);
  const ms = monoMs() - before;
  context.say(`${name}: the database was away for ${ms.toFixed(0)} ms`);
  return ms;
}

async function isBack(dataDir: string): Promise<boolean> {
  try {
    await (await connectDatabase(dataDir)).end();
    return true;
  } catch {
    return false;
  }
}

export async function freezeOnce(
  { recorder, context }: Stage,
  { dataFolder }: DatabaseUnderFault,
): Promise<ReportNotes> {
  await sleep(3000);
  const pids = postgresProcesses(dataFolder);
  noteFault(recorder, "freeze", "invoke");
  signalAll(pids, "SIGSTOP");
  try {
    await sleep(freezeMs);
  } finally {
    signalAll(pids, "SIGCONT");
  }
  noteFault(recorder, "freeze");
  context.say(`${pids.length} processes stood still for ${freezeMs} ms`);
  await sleep(calmMs);
  return { "frozen for (ms)": freezeMs };
}

/** Blocks commits for 12 s while reads work, as if the disk could not be written: commits wait for a standby that does not exist. */
export async function hangCommits({ product, recorder, context }: Stage): Promise<ReportNotes> {
  await sleep(3000);
  const client = await connectDatabase(product.dataDir, "postgres");
  const waitFor = async (standbys: string): Promise<void> => {
    await client.query(`alter system set synchronous_standby_names = '${standbys}'`);
    await client.query("select pg_reload_conf()");
  };
  noteFault(recorder, "commits hang", "invoke");
  try {
    await waitFor("nobody");
    await sleep(commitsHangMs);
    await waitFor("");
  } finally {
    await client.end();
  }
  noteFault(recorder, "commits hang");
  context.say(`no commit came back for ${commitsHangMs} ms`);
  await sleep(calmMs);
  return { "commits hung for (ms)": commitsHangMs };
}

export async function killConnections({ product, recorder, random, context }: Stage): Promise<ReportNotes> {
  await sleep(2000);
  const client = await connectDatabase(product.dataDir);
  const end = monoMs() + killingMs;
  let killed = 0;
  noteFault(recorder, "connection kills", "invoke");
  try {
    while (monoMs() < end) {
      const { rowCount } = await client.query(
        `select pg_terminate_backend(pid) from (
           select pid from pg_stat_activity where application_name = 'cuplaj' order by random() limit $1) victim`,
        [1 + random.below(4)],
      );
      killed += rowCount ?? 0;
      await sleep(random.next() * 200);
    }
  } finally {
    await client.end();
  }
  noteFault(recorder, "connection kills");
  context.say(`${killed} connections were ended`);
  await sleep(calmMs);
  return { "connections ended": killed };
}
