import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { monoMs, sleep, until } from "../clock.ts";
import { findSystemPostgres, startSystemPostgres } from "../database-faults/system-postgres.ts";
import { type Product, startProduct } from "../product/product.ts";
import type { FaultRun, RunContext } from "../run.ts";
import { atMost, exactly, type Finding, timesWithin } from "../tabs/finding.ts";
import { type Measured, reportFindings } from "../tabs/findings-report.ts";
import type { Tab } from "../tabs/tab.ts";
import { playKills } from "./kills.ts";
import { hasRedis, startRedis } from "./redis-process.ts";
import { signElsewhere } from "./signed-elsewhere.ts";
import { receivedAt, hasReceived, knewAt, type Said, sawLeave, setStage, type Stage } from "./stage.ts";

/** ERR-3, ROOM-6: two servers on one database, while Redis or one of the servers fails. */
export const twoServers: FaultRun = {
  name: "two-servers",
  about:
    "ERR-3, ROOM-6: two servers whose Redis dies or hangs, of which one stands still or is killed, while people speak and leave",
  async run(context) {
    const programs = findSystemPostgres();
    if (programs === null) return { kind: "skipped", why: "no PostgreSQL from 15 on is installed" };
    if (!hasRedis()) return { kind: "skipped", why: "no redis-server is installed (apt-get install redis-server)" };
    return reportFindings("two-servers", await measure(programs, context), context);
  },
};

const leaversCount = 20;
interface Outage {
  readonly title: string;
  readonly what: "Redis dies" | "Redis hangs" | "the second server stands still";
  readonly forMs: number;
}

/** Outages shorter and longer than the timeouts for dead processes and connections. */
const outages: readonly Outage[] = [
  { title: "Redis dead for 2 s", what: "Redis dies", forMs: 2000 },
  { title: "Redis dead for 8 s", what: "Redis dies", forMs: 8000 },
  { title: "Redis hanging for 3 s", what: "Redis hangs", forMs: 3000 },
  { title: "Redis hanging for 8 s", what: "Redis hangs", forMs: 8000 },
  { title: "the second server halted for 8 s", what: "the second server stands still", forMs: 8000 },
];
/** How long after the start of an outage each process has given up on the other, ms. */
const letGoMs = 5000;
/** How soon the other server must know everything in any outage, ms. */
const healedMsMax = 2000;
/** How soon each server must receive from the other: they retry Redis at least every 2 s. */
const togetherMsMax = 5000;
const app = { PUSHER_APP_ID: "4242", PUSHER_APP_KEY: "two-key", PUSHER_APP_SECRET: "two-secret" };

async function measure(programs: string, context: RunContext): Promise<Measured> {
  const postgres = await startSystemPostgres(programs);
  const redis = await startRedis();
  const STORAGE_URL = pathToFileURL(join(postgres.dataDir, "files")).href;
  const settings = { ...app, DATABASE_URL: postgres.url, REDIS_URL: redis.url, STORAGE_URL };
  const products: Product[] = [];
  try {
    const first = await startProduct({ dataDir: postgres.dataDir, settings });
    products.push(first);
    const second = await startProduct({ settings });
    products.push(second);
    const stage = await setStage(first, second, redis, outages.length * leaversCount);
    const before = await stage.say();
    const everybody = [...stage.staying, ...stage.leaving];
    await until(() => everybody.every((tab) => hasReceived(tab, before)), 5000, "everybody to hear at first");
    const findings: Finding[] = [];
    for (const [index, outage] of outages.entries()) {
      const leaving = stage.leaving.slice(index * leaversCount, (index + 1) * leaversCount);
      findings.push(...(await play({ ...stage, leaving }, outage, context)));
    }
    findings.push(...(await playKills(stage, healedMsMax)));
    for (const tab of everybody) tab.close();
    return { findings, errorLines: products.flatMap(({ errors }) => errors) };
  } finally {
    for (const product of products.toReversed()) await product.stop();
    await redis.kill();
    await postgres.dispose();
  }
}

interface Left {
  readonly tab: Tab;
  readonly at: number;
}

async function play(stage: Stage, outage: Outage, context: RunContext): Promise<Finding[]> {
  const { leaving, second, first, say, staying } = stage;
  const isHalted = outage.what === "the second server stands still";
  const half = leaversCount / 2;
  const signed = await signElsewhere(stage.servers, stage.room.channel, {
    leaving: leaving.slice(0, half).map(({ holder }) => holder),
    staying: staying.map(({ holder }) => holder),
  });
  await begin(stage, outage);
  const startedAt = monoMs();
  const speak = async (): Promise<Said[]> => {
    const said: Said[] = [];
    for (let n = 0; n < 5; n += 1) said.push(await say(isHalted || n % 2 === 0 ? first : second));
    return said;
  };
  const said = await speak();
  const left = await leaveAll(stage, leaving.slice(0, half));
  said.push(...(await speak()));
  // A suspended server admits nobody.
  const atAdmission = isHalted ? [] : [...(await signed.useAfterLeaving()), ...(await signed.useByMembers())];
  await sleep(Math.min(outage.forMs, letGoMs));
  left.push(...(await leaveAll(stage, leaving.slice(half))));
  said.push(...(await speak()));
  await sleep(Math.max(0, startedAt + outage.forMs - monoMs()));
  const backAt = monoMs();
  await end(stage, outage);
  const together = await sayUntilReceived(stage, staying, backAt + 20_000);
  context.say(`${outage.title}: the servers hear each other ${Math.round(together - backAt)} ms after it`);
  await sleep(Math.max(0, backAt + togetherMsMax - monoMs()));
  signed.close();
  const from = (at: number): number => (isHalted ? Math.max(at, backAt) : at);
  const findings = [
    ...atAdmission,
    ...(await judge(stage, left, said, from)),
    timesWithin("members at the second server hear the first again", [together - backAt], togetherMsMax),
    ...(await listenAfter(stage)),
  ];
  return findings.map((finding) => ({ ...finding, what: `${outage.title}: ${finding.what}` }));
}

async function begin({ redis, second }: Stage, { what }: Outage): Promise<void> {
  if (what === "Redis dies") await redis.kill();
  else if (what === "Redis hangs") redis.hang(true);
  else process.kill(second.pid(), "SIGSTOP");
}

async function end({ redis, second }: Stage, { what }: Outage): Promise<void> {
  if (what === "Redis dies") await redis.start();
  else if (what === "Redis hangs") redis.hang(false);
  else process.kill(second.pid(), "SIGCONT");
}

const leaveAll = ({ leave }: Stage, tabs: readonly Tab[]): Promise<Left[]> =>
  Promise.all(tabs.map(async (tab) => ({ tab, at: await leave(tab.holder) })));

/** Judges who learned what at the second server, and when. `from` is the earliest possible time. */
async function judge(
  { staying, room }: Stage,
  left: readonly Left[],
  said: readonly Said[],
  from: (at: number) => number,
): Promise<Finding[]> {
  const known = said.flatMap(({ seq, at }) => staying.map((tab) => knewAt(tab, room.id, seq) - from(at)));
  const [watcher] = staying;
  const seen = left.map(({ tab, at }) => (watcher === undefined ? 0 : sawLeave(watcher, tab.holder) - from(at)));
  const received = left.flatMap(({ tab, at }) =>
    said.filter((message) => message.at > at && hasReceived(tab, message)),
  );
  const late = left.flatMap(({ tab, at }) =>
    said
      .map((message) => receivedAt(tab, message))
      .filter((then) => Number.isFinite(then) && then > from(at) + healedMsMax),
  );
  return [
    timesWithin("each message is known to each member at the second server", known, healedMsMax),
    timesWithin("who left loses the room's channel there", seen, healedMsMax),
    exactly("messages which somebody heard who had left before they were said", received.length, 0),
    exactly("messages of any time which somebody heard 2 s after leaving or later", late.length, 0),
  ];
}

async function listenAfter({ say, room, staying, leaving }: Stage): Promise<Finding[]> {
  const after: Said[] = [];
  for (let n = 0; n < 20; n += 1) after.push(await say());
  await sleep(1000);
  const signed = await Promise.all(leaving.map((tab) => tab.sign(room.channel)));
  return [
    exactly("of 20 messages from 5 s after it on, how many who left heard", countReceived(leaving, after), 0),
    exactly("the same that members heard", countReceived(staying, after), after.length * staying.length),
    atMost("signatures given to who left", signed.filter((signature) => signature !== null).length, 0, "signatures"),
  ];
}

/** Sends every 100 ms until each tab has received something. Returns the time. */
async function sayUntilReceived(stage: Stage, tabs: readonly Tab[], endMs: number): Promise<number> {
  const said: Said[] = [];
  while (!tabs.every((tab) => said.some((message) => hasReceived(tab, message)))) {
    if (monoMs() > endMs) throw new Error("the servers do not hear each other again");
    said.push(await stage.say());
    await sleep(100);
  }
  return monoMs();
}

const countReceived = (tabs: readonly Tab[], said: readonly Said[]): number =>
  tabs.reduce((sum, tab) => sum + said.filter((message) => hasReceived(tab, message)).length, 0);
