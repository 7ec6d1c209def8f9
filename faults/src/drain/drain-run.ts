import { readFileSync } from "node:fs";
import { monoMs, sleep, until } from "../clock.ts";
import { runHistory, type Stage } from "../history-run.ts";
import { type FaultRun, noteFault, type ReportNotes, type RunContext, type RunResult } from "../run.ts";
import { atMost, exactly, type Finding, timesWithin } from "../tabs/finding.ts";
import { reportFindings } from "../tabs/findings-report.ts";
import { type DrainFacts, readDrain } from "./read-drain.ts";
import { hasRedis, startRedis } from "../two-servers/redis-process.ts";
import { beginSlowPublish, type SlowRequest } from "./slow-request.ts";

const rooms = 100;
const sockets = 500;
const slowRequests = 5;
/** RUN-5: how long exiting after SIGTERM may take, ms. */
const leftMsMax = 15_000;
/** How long catching up may take, as a multiple of the first time, when nobody was sending. */
const wholeTimesMax = 2.5;
const beforeMs = 5000;
const slowForMs = 4000;
const reconnectNow = 4200;

/** RUN-5: a server, one of several behind Redis, shuts down under load, and its successor takes over the same folder. */
export const drain: FaultRun = {
  name: "drain",
  about: "RUN-5: SIGTERM and a new start under 100 messages/s with 500 sockets",
  async run(context) {
    if (!hasRedis()) return { kind: "skipped", why: "no redis-server is installed (apt-get install redis-server)" };
    const redis = await startRedis();
    try {
      return await leaveUnderLoad(redis.url, context);
    } finally {
      await redis.kill();
    }
  },
};

async function leaveUnderLoad(REDIS_URL: string, context: RunContext): Promise<RunResult> {
  const departure = newDeparture();
  const { verdict, recorder } = await runHistory(
    {
      name: "drain-history",
      size: { rooms, people: sockets, membersOf: (room) => [0, 1, 2, 3, 4].map((index) => room + index * rooms) },
      perSecond: 100,
      seconds: 20,
      // The publishers are few enough to keep every connection busy, so that a cut hits a request and not an idle connection.
      publishers: 25,
      product: { settings: { REDIS_URL } },
      repeatedShare: 1,
      nemesis: (stage) => leaveAndReturn(stage, departure),
    },
    context,
  );
  const facts = readDrain(recorder.lines, departure.startAt, departure.endAt);
  const findings = [
    ...judge(departure, facts),
    exactly(
      "faults of any kind in the history",
      Object.values(verdict.counts).reduce((sum, count) => sum + count, 0),
      0,
    ),
  ];
  return reportFindings("drain", { findings }, context);
}

interface Departure {
  startAt: number;
  endAt: number;
  exitCode: number | null;
  leftMs: number;
  startMs: number;
  wholeMs: number;
  firstWholeMs: number;
  /** The processor time of the new server from being ready until all have caught up, ms. */
  wholeCpuMs: number;
  slowAnswers: readonly string[];
}

const newDeparture = (): Departure => ({
  startAt: 0,
  endAt: 0,
  exitCode: null,
  leftMs: Infinity,
  startMs: Infinity,
  wholeMs: Infinity,
  firstWholeMs: 0,
  wholeCpuMs: 0,
  slowAnswers: [],
});

async function leaveAndReturn(stage: Stage, departure: Departure): Promise<ReportNotes> {
  const { product, recorder, clients, context } = stage;
  departure.firstWholeMs = stage.firstWholeMs;
  await sleep(beforeMs);
  const slow = await beginSlowRequests(stage);
  noteFault(recorder, "SIGTERM", "invoke");
  departure.startAt = recorder.now();
  const before = monoMs();
  const slowAnswers = sleep(slowForMs).then(() => Promise.all(slow.map((request) => request.finish())));
  departure.exitCode = await product.end("SIGTERM");
  departure.leftMs = monoMs() - before;
  departure.endAt = recorder.now();
  noteFault(recorder, "SIGTERM");
  departure.slowAnswers = await slowAnswers;
  departure.startMs = await product.start();
  const readyAt = monoMs();
  const readyCpuMs = cpuMsOf(product.pid());
  await until(() => clients.every(({ link }) => link.isWhole()), 60_000, "all clients to be whole after the restart");
  departure.wholeMs = monoMs() - readyAt;
  departure.wholeCpuMs = cpuMsOf(product.pid()) - readyCpuMs;
  context.say(
    `left in ${departure.leftMs.toFixed(0)} ms, all whole ${departure.wholeMs.toFixed(0)} ms after the start, ${stage.firstWholeMs.toFixed(0)} ms at first`,
  );
  return {
    "left in (ms)": Math.round(departure.leftMs),
    "all whole after the start (ms)": Math.round(departure.wholeMs),
  };
}

/** The user and system time of a process, ms; a tick is 10 ms. */
function cpuMsOf(pid: number): number {
  const words = readFileSync(`/proc/${pid}/stat`, "utf8").split(" ");
  return (Number(words[13]) + Number(words[14])) * 10;
}

function beginSlowRequests({ product, world, recorder }: Stage): Promise<SlowRequest[]> {
  const chosen = world.rooms.slice(0, slowRequests);
  return Promise.all(
    chosen.flatMap((room) =>
      room.members.slice(0, 1).map((person) => beginSlowPublish({ address: product.address, recorder }, person, room)),
    ),
  );
}

function judge(departure: Departure, facts: DrainFacts): Finding[] {
  const { exitCode, leftMs, startMs, wholeMs, firstWholeMs, wholeCpuMs, slowAnswers } = departure;
  const codes = [...facts.firstCodes.values()];
  return [
    exactly("exit code", exitCode ?? -1, 0),
    timesWithin("gone after SIGTERM", [leftMs], leftMsMax),
    exactly("sockets told to reconnect now (4200)", codes.filter((code) => code === reconnectNow).length, sockets),
    {
      what: "from the first socket's closing to the last one's",
      measured: `${(facts.closingMs / 1000).toFixed(2)} s`,
      bound: "in batches: at least 1 s",
      holds: facts.closingMs >= 1000,
    },
    {
      what: "sends offered from SIGTERM to the end",
      measured: String(facts.offered),
      bound: "some",
      holds: facts.offered > 50,
    },
    exactly("sends that were taken in, stored and cut without an answer", facts.cutAfterStored, 0),
    // The kernel accepts connections before the server does. Those are lost with the listener, and their sends are retried.
    atMost(
      `sends cut before the server took them in${facts.reasons}, and sent again`,
      facts.cut - facts.cutAfterStored,
      Math.ceil(facts.offered / 100),
      `of ${facts.offered}`,
    ),
    exactly("sends answered 5xx", facts.refused, 0),
    exactly(
      "requests still arriving at SIGTERM and answered 201",
      slowAnswers.filter((word) => word === "201").length,
      slowRequests,
    ),
    timesWithin("new server ready after", [startMs], 5000),
    atMost(
      `all clients connected, subscribed and caught up ${(wholeMs / 1000).toFixed(2)} s after it was ready`,
      wholeMs / firstWholeMs,
      wholeTimesMax,
      `times the ${(firstWholeMs / 1000).toFixed(2)} s of the first time`,
    ),
    {
      what: "processor time of the new server for that",
      measured: `${(wholeCpuMs / 1000).toFixed(2)} s for ${sockets} sockets`,
      bound: "told, not bound",
      holds: true,
    },
  ];
}
