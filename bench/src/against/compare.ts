import { manyRooms } from "../durable-sends/workload.ts";
import { type WorkloadRun, WorkloadStage } from "../durable-sends/workload-stage.ts";
import type { SendPace } from "../durable-sends/send-messages.ts";
import { startTypist, type Press, type Typist } from "../enter-to-request/typist.ts";
import { type FanOutRun, runFanOut, type Stage } from "../fan-out-run.ts";
import { SCENARIOS } from "../fan-out-scenarios.ts";
import { measureMemory } from "../idle-memory.bench.ts";
import { Loader } from "../loader/loader.ts";
import { median } from "../median.ts";
import { Publisher } from "../publisher.ts";
import { startCuplaj, thisTree } from "../subjects/cuplaj.ts";
import type { Subject } from "../subjects/subject.ts";
import type { OpeningTimes } from "../page-speed/in-opening.ts";
import { type Opener, startOpener } from "../page-speed/opener.ts";
import { type Reader, startReader } from "../page-speed/reader.ts";
import type { ThreadTimes } from "../page-speed/thread-times.ts";
import { type Compared, inTurn, lessIsBetter, moreIsBetter, type Pair } from "./ratio.ts";

type Trees = Pair<string>;
type Side = keyof Trees;
const SIDES: readonly Side[] = ["before", "now"];
const SEND_SECONDS = 6;
const LATENCY_SECONDS = 10;
const LATENCY_PER_SECOND = 200;
const PRESSES = 30;
const SOCKETS_BEFORE = 5000;

/** The comparisons, by bench name. All of them use this tree's loaders. */
export const comparisons: Readonly<Record<string, (before: string, rounds: number) => Promise<readonly Compared[]>>> = {
  "fan-out": (before, rounds) => compareFanOut({ before, now: thisTree }, rounds),
  "durable-sends": (before, rounds) => compareSends({ before, now: thisTree }, rounds),
  "idle-memory": (before, rounds) => compareMemory({ before, now: thisTree }, rounds),
  "publish-latency": (before, rounds) => compareLatency({ before, now: thisTree }, rounds),
  "enter-to-request": (before, rounds) => compareEnter({ before, now: thisTree }, rounds),
  "page-speed": (before, rounds) => comparePage({ before, now: thisTree }, rounds),
  "first-message": (before, rounds) => compareOpenings({ before, now: thisTree }, rounds),
};

export const usualComparisons = ["fan-out", "durable-sends", "idle-memory"] as const;

async function compareFanOut(trees: Trees, rounds: number): Promise<readonly Compared[]> {
  const compared: Compared[] = [];
  for (const sockets of new Set(SCENARIOS.map((scenario) => scenario.sockets))) {
    const loader = new Loader();
    const started: { readonly subject: Subject; readonly publisher: Publisher }[] = [];
    try {
      const stages = new Map<Side, Stage>();
      for (const side of SIDES) {
        const subject = await startCuplaj(trees[side]);
        const publisher = new Publisher(subject.port);
        started.push({ subject, publisher });
        await publisher.warmUp();
        await loader.open(side, subject.port, sockets);
        stages.set(side, { subject: { name: side, pid: subject.pid }, publisher });
      }
      for (const { title, pace } of SCENARIOS.filter((scenario) => scenario.sockets === sockets)) {
        const pairs = await inTurn(rounds, (side) => runFanOut(loader, stageOf(stages, side), sockets, pace));
        compared.push(say(`CPU per delivery, ${title}`, pairs, cpuOf, lessIsBetter));
      }
    } finally {
      loader.stop();
      for (const { subject, publisher } of started) {
        publisher.close();
        await subject.stop();
      }
    }
  }
  return compared;
}

const cpuOf = (run: FanOutRun): number => run.coreMicroseconds;

async function compareSends(trees: Trees, rounds: number): Promise<readonly Compared[]> {
  const pairs = await runSends(trees, rounds, { kind: "closed", seconds: SEND_SECONDS });
  const cpu = (run: WorkloadRun): number => ((run.serverSeconds + run.databaseSeconds) * 1e6) / run.sent.stored;
  return [
    say("durable sends a second", pairs, ({ sent }) => sent.stored / sent.seconds, moreIsBetter),
    say("CPU of server and database per durable message", pairs, cpu, lessIsBetter),
  ];
}

async function compareLatency(trees: Trees, rounds: number): Promise<readonly Compared[]> {
  const pace = { kind: "open", perSecond: LATENCY_PER_SECOND, seconds: LATENCY_SECONDS } as const;
  const pairs = await runSends(trees, rounds, pace);
  return [
    say("publish to delivered, p50", pairs, ({ received }) => received.p50Ms, lessIsBetter),
    say("publish to answered, p50", pairs, ({ sent }) => sent.p50Ms, lessIsBetter),
  ];
}

async function runSends(trees: Trees, rounds: number, pace: SendPace): Promise<readonly Pair<WorkloadRun>[]> {
  const stages = new Map<Side, WorkloadStage>();
  try {
    for (const side of SIDES) stages.set(side, await WorkloadStage.open(manyRooms, trees[side]));
    return await inTurn(rounds, (side) => stageOf(stages, side).run(manyRooms.senders, pace));
  } finally {
    for (const stage of stages.values()) await stage.close();
  }
}

/**
 * Starts a new process for each measurement, since freed memory would be reused. The first sockets use memory freed at startup, so they are not
 * counted.
 */
async function compareMemory(trees: Trees, rounds: number): Promise<readonly Compared[]> {
  const pairs = await inTurn(rounds, (side) => measureMemory(() => startCuplaj(trees[side]), SOCKETS_BEFORE), 0);
  return [say("memory of an idle subscribed socket", pairs, ({ kibPerSocket }) => kibPerSocket, lessIsBetter)];
}

async function compareEnter(trees: Trees, rounds: number): Promise<readonly Compared[]> {
  const typists = new Map<Side, Typist>();
  try {
    for (const side of SIDES) typists.set(side, await startTypist(trees[side]));
    const pairs = await inTurn(rounds, (side) => stageOf(typists, side).press(PRESSES));
    const medianOf = (of: (press: Press) => number) => (presses: readonly Press[]) => median(presses.map(of));
    return [
      say(
        "Enter to request on the wire",
        pairs,
        medianOf(({ toWireMs }) => toWireMs),
        lessIsBetter,
      ),
      say(
        "Enter to fetch called",
        pairs,
        medianOf(({ toFetchMs }) => toFetchMs),
        lessIsBetter,
      ),
    ];
  } finally {
    for (const typist of typists.values()) await typist.stop();
  }
}

async function comparePage(trees: Trees, rounds: number): Promise<readonly Compared[]> {
  const readers = new Map<Side, Reader>();
  try {
    for (const side of SIDES) readers.set(side, await startReader(trees[side]));
    const pairs = await inTurn(rounds, (side) => stageOf(readers, side).read());
    const nativeMs = ({ layoutMs, stylesMs }: ThreadTimes): number => layoutMs + stylesMs;
    return [
      say("main thread a message among 20 a second, ms", pairs, ({ message }) => message.taskMs, lessIsBetter),
      say("layout and styles a message, ms", pairs, ({ message }) => nativeMs(message), lessIsBetter),
      say("main thread a switch of rooms, ms", pairs, ({ switched }) => switched.taskMs, lessIsBetter),
      say("layout and styles a switch, ms", pairs, ({ switched }) => nativeMs(switched), lessIsBetter),
      say("INP with 20 messages a second, slowed 4 times, ms", pairs, ({ inpMs }) => inpMs, lessIsBetter),
    ];
  } finally {
    for (const reader of readers.values()) await reader.stop();
  }
}

async function compareOpenings(trees: Trees, rounds: number): Promise<readonly Compared[]> {
  const openers = new Map<Side, Opener>();
  try {
    for (const side of SIDES) openers.set(side, await startOpener(trees[side]));
    const measure = (isSlow: boolean) => inTurn(rounds, (side) => stageOf(openers, side).open(isSlow));
    const [free, slow] = [await measure(false), await measure(true)];
    const ratios = (pairs: readonly Pair<OpeningTimes>[], link: string, message: number, painted: number) => [
      say(`list in the document, ${link}, ms`, pairs, ({ listMs }) => listMs, lessIsBetter),
      {
        ...say(`first message in the document, ${link}, ms`, pairs, ({ messageMs }) => messageMs, lessIsBetter),
        ratioMin: 1 / message,
      },
      {
        ...say(`first message painted, ${link}, ms`, pairs, ({ paintedMs }) => paintedMs, lessIsBetter),
        ratioMin: 1 / painted,
      },
    ];
    return [...ratios(free, "no limit", 0.7, 0.8), ...ratios(slow, "1,600 kbit/s, 150 ms, slowed 4 times", 0.85, 0.9)];
  } finally {
    for (const opener of openers.values()) await opener.stop();
  }
}

function stageOf<Kind>(stages: ReadonlyMap<Side, Kind>, side: Side): Kind {
  const stage = stages.get(side);
  if (stage === undefined) throw new Error(`the server of ${side} does not run`);
  return stage;
}

function say<Measured>(
  title: string,
  pairs: readonly Pair<Measured>[],
  of: (measured: Measured) => number,
  ratioOf: (pair: Pair<number>) => number,
): Compared {
  const figures = pairs.map(({ before, now }) => ({ before: of(before), now: of(now) }));
  const ratios = figures.map(ratioOf);
  const text = ({ before, now }: Pair<number>): string => `${before.toFixed(2)} -> ${now.toFixed(2)}`;
  console.log(`${title}, before -> now: ${figures.map(text).join(", ")}`);
  return { title, ratios };
}
