import { check } from "./checker/check.ts";
import { shortestSlices, verdictLines, type Verdict } from "./checker/verdict.ts";
import { type Client, createClient } from "./clients/client.ts";
import { runPublishers } from "./clients/publishers.ts";
import { monoMs } from "./clock.ts";
import { createRecorder, type Recorder } from "./history/recorder.ts";
import { leftoversOfRun } from "./leftovers/leftovers.ts";
import { type Product, type ProductOptions, startProduct } from "./product/product.ts";
import { recordRows } from "./product/record-rows.ts";
import { seedWorld, type World, type WorldSize } from "./product/world.ts";
import type { Random } from "./random.ts";
import { makeReport, type Report, saveReport } from "./report/report.ts";
import { watchMemory } from "./report/watch-memory.ts";
import type { ReportNotes, RunContext, RunResult } from "./run.ts";

export interface Stage {
  readonly product: Product;
  readonly world: World;
  readonly clients: readonly Client[];
  /** How long all clients took at the start to connect, subscribe and catch up, ms. Later times are compared with this. */
  readonly firstWholeMs: number;
  readonly recorder: Recorder;
  readonly random: Random;
  readonly context: RunContext;
}

/** The usual kind of run: clients publish and listen while the product is disturbed, and afterwards everything is compared. */
export interface HistoryRun {
  readonly name: string;
  readonly size: WorldSize;
  readonly perSecond: number;
  /** How long the load lasts; null for as long as the nemesis. */
  readonly seconds: number | null;
  /** How many of the clients send, counted from the first; by default all. */
  readonly publishers?: number;
  readonly readsPerMessage?: number;
  readonly likesPerMessage?: number;
  readonly takeOversPerMessage?: number;
  readonly changesPerMessage?: number;
  readonly replyShare?: number;
  readonly repeatedShare?: number;
  readonly wanderingsPerMessage?: number;
  readonly product?: ProductOptions;
  /** How many processes serve; by default one. */
  readonly processes?: number;
  /** The address that clients connect to, by default the product's. */
  readonly addressOf?: (product: Product) => Promise<string> | string;
  readonly timeoutMs?: number;
  /** Disturbs the product. The load lasts at least until this resolves, and its figures go into the report. */
  readonly nemesis?: (stage: Stage) => Promise<ReportNotes | undefined>;
  /** Records additional lines for the checker, after everything is quiet and before the reload. */
  readonly afterwards?: (stage: Stage) => Promise<ReportNotes | undefined>;
}

export interface Outcome {
  readonly verdict: Verdict;
  readonly report: Report;
  readonly recorder: Recorder;
}

/** Runs everything from an empty folder to the verdict. Prints and saves the report. */
export async function runHistory(run: HistoryRun, context: RunContext): Promise<Outcome> {
  const { say, seed, reports } = context;
  const product = await startProduct(run.product);
  const recorder = createRecorder();
  const { memory, notes } = await playAndStop(run, { product, recorder, context });
  const verdict = check(recorder.lines, run.processes);
  const errorLines = product.errors;
  const leftovers = leftoversOfRun();
  const report = makeReport({ run: run.name, seed, recorder, verdict, memory, errorLines, notes, leftovers });
  const file = await saveReport(report, recorder, reports);
  sayVerdict(report, verdict, file, say);
  return { verdict, report, recorder };
}

type Scene = Pick<Stage, "product" | "recorder" | "context">;

async function playAndStop(run: HistoryRun, scene: Scene): Promise<Pick<Report, "memory" | "notes">> {
  try {
    return await play(run, scene);
  } finally {
    await scene.product.stop();
  }
}

async function play(run: HistoryRun, { product, recorder, context }: Scene): Promise<Pick<Report, "memory" | "notes">> {
  const { random } = context;
  const world = await seedWorld(product, recorder, run.size);
  const address = (await run.addressOf?.(product)) ?? product.address;
  const clients = makeClients(world, {
    address,
    recorder,
    random,
    ...(run.timeoutMs === undefined ? {} : { timeoutMs: run.timeoutMs }),
  });
  try {
    const began = monoMs();
    await inBatches(clients, (client) => client.start());
    const firstWholeMs = monoMs() - began;
    const stage: Stage = { product, world, clients, firstWholeMs, recorder, random: random.fork("nemesis"), context };
    await trespassEverywhere(stage);
    const memory = watchMemory(product);
    const { seconds } = context.seconds === null ? run : { seconds: context.seconds };
    const publishers = clients.slice(0, run.publishers);
    const ended = Promise.withResolvers<void>();
    const load = { ...run, clients: publishers, seconds, ended: ended.promise, random: random.fork("load"), recorder };
    const nemesis = Promise.resolve(run.nemesis?.(stage)).finally(ended.resolve);
    const [, notes] = await Promise.all([runPublishers(load), nemesis]);
    await inBatches(clients, (client) => client.quiesce());
    await trespassEverywhere(stage);
    const further = await run.afterwards?.(stage);
    await inBatches(clients, (client) => client.reload());
    await recordRows(product, recorder, world.rooms);
    return { memory: memory.end(), notes: { ...notes, ...further } };
  } finally {
    for (const client of clients) client.stop();
  }
}

export const resultOf = ({ isSound, counts }: Verdict): RunResult =>
  isSound ? { kind: "passed" } : { kind: "failed", why: nonZero(counts) };

/** Also fails if a client had to reload a room, since a reload would hide what the client missed. */
export const resultWithoutResets = (verdict: Verdict): RunResult =>
  verdict.isSound && verdict.resets > 0
    ? { kind: "failed", why: `${verdict.resets} rooms had to be loaded anew` }
    : resultOf(verdict);

const nonZero = (counts: Verdict["counts"]): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${kind} ${count}`)
    .join(", ");

/** One client for each person who has a room, subscribed to all of the person's rooms. */
function makeClients(
  world: World,
  common: { address: string; recorder: Recorder; random: Random; timeoutMs?: number },
): Client[] {
  return world.people.flatMap((person, index) => {
    const rooms = world.rooms.filter(({ members }) => members.some(({ id }) => id === person.id));
    const proc = `client-${index + 1}`;
    return rooms.length === 0
      ? []
      : [createClient({ ...common, proc, person, rooms, random: common.random.fork(proc) })];
  });
}

/** P14: lets some clients try to get into other people's rooms. Called before and after there is anything to see. */
async function trespassEverywhere({ clients, world, random }: Stage): Promise<void> {
  for (const client of clients.slice(0, 10)) {
    const others = world.rooms.filter(({ id }) => client.state.rooms.every((room) => room.id !== id));
    if (others.length > 0) await client.trespass(random.pick(others));
  }
}

/** Works on a few clients at a time: all at once would measure the crowd and not the product. */
async function inBatches(clients: readonly Client[], work: (client: Client) => Promise<void>): Promise<void> {
  for (let start = 0; start < clients.length; start += 25) {
    await Promise.all(clients.slice(start, start + 25).map(work));
  }
}

function sayVerdict(report: Report, verdict: Verdict, file: string, say: (line: string) => void): void {
  for (const line of verdictLines(verdict)) say(line);
  const { ack, deliver, catchUp } = report.figures;
  say(
    `ack p50 ${ack.p50} p99 ${ack.p99} max ${ack.max} ms, deliver p50 ${deliver.p50} p99 ${deliver.p99} ms, catch-up max ${catchUp.max} ms`,
  );
  for (const { kind, what, slice } of shortestSlices(verdict)) {
    say(`${kind}: ${what}`);
    for (const line of slice) say(`  ${JSON.stringify(line)}`);
  }
  for (const { what, measured, bound, holds } of report.leftovers) {
    say(`${holds ? "ok  " : "FAIL"} ${what}: ${measured} (${bound})`);
  }
  say(`report: ${file}`);
}
