import { monoMs, sleep, until } from "../clock.ts";
import { createCaller } from "../clients/http-caller.ts";
import { findSystemPostgres, startSystemPostgres } from "../database-faults/system-postgres.ts";
import { createRecorder } from "../history/recorder.ts";
import { type Product, startProduct } from "../product/product.ts";
import { seedWorld } from "../product/world.ts";
import type { FaultRun, RunContext } from "../run.ts";
import { exactly, type Finding, timesWithin } from "../tabs/finding.ts";
import { type Measured, reportFindings } from "../tabs/findings-report.ts";
import { findServer, type Holder, openTab, type Server, type Tab } from "../tabs/tab.ts";
import { hasRedis, type RedisProcess, startRedis } from "./redis-process.ts";
import { signElsewhere } from "./signed-elsewhere.ts";

/** LIM-2, ROOM-6: two servers on one database lose the Redis between them while people leave a room. */
export const twoServers: FaultRun = {
  name: "two-servers",
  about:
    "LIM-2, ROOM-6: two servers whose Redis dies or hangs while people leave a room over the one and listen at the other",
  isInTests: false,
  async run(context) {
    const programs = findSystemPostgres();
    if (programs === null) return { kind: "skipped", why: "no PostgreSQL from 15 on is installed" };
    if (!hasRedis()) return { kind: "skipped", why: "no redis-server is installed (apt-get install redis-server)" };
    return reportFindings("two-servers", await measure(programs, context), context);
  },
};

const [membersCount, leaversCount] = [5, 20];
interface Outage {
  readonly title: string;
  readonly kind: "dies" | "hangs";
  readonly forMs: number;
}

/** Shorter than the time after which a process counts as gone, and longer. */
const outages: readonly Outage[] = [
  { title: "Redis dead for 2 s", kind: "dies", forMs: 2000 },
  { title: "Redis dead for 8 s", kind: "dies", forMs: 8000 },
  { title: "Redis hanging for 8 s", kind: "hangs", forMs: 8000 },
];
/** So long into an outage each process has let go of the other. */
const letGoMs = 5000;
/** A process that knows that it is cut off finds out within this time who left (ROOM-6). */
const lookedMsMax = 2000;
/** The servers try to reach Redis again every 2 s at most, and each then has to hear the other. */
const togetherMsMax = 5000;
const app = { PUSHER_APP_ID: "4242", PUSHER_APP_KEY: "two-key", PUSHER_APP_SECRET: "two-secret" };

interface Stage {
  readonly redis: RedisProcess;
  /** People ask the first for signatures, and listen at the second. */
  readonly servers: { readonly signing: Server; readonly listening: Server };
  readonly room: { readonly id: number; readonly channel: string };
  /** Says something over a server and answers the text. */
  readonly say: (over?: "first" | "second") => Promise<string>;
  readonly leave: (holder: Holder) => Promise<boolean>;
  /** Tabs at the second server, of who stays and of who leaves. */
  readonly staying: readonly Tab[];
  readonly leaving: readonly Tab[];
}

async function measure(programs: string, context: RunContext): Promise<Measured> {
  const postgres = await startSystemPostgres(programs);
  const redis = await startRedis();
  const settings = { ...app, DATABASE_URL: postgres.url, REDIS_URL: redis.url };
  const products: Product[] = [];
  try {
    const first = await startProduct({ dataDir: postgres.dataDir, settings });
    products.push(first);
    const second = await startProduct({ settings });
    products.push(second);
    const stage = await setStage(first, second, redis);
    const before = await stage.say();
    const everybody = [...stage.staying, ...stage.leaving];
    await until(() => everybody.every((tab) => hears(tab, before)), 5000, "everybody to hear at first");
    const findings: Finding[] = [];
    for (const [place, outage] of outages.entries()) {
      const leaving = stage.leaving.slice(place * leaversCount, (place + 1) * leaversCount);
      findings.push(...(await play({ ...stage, leaving }, outage, context)));
    }
    for (const tab of everybody) tab.close();
    return { findings, errorLines: products.flatMap(({ errors }) => errors) };
  } finally {
    for (const product of products.toReversed()) await product.stop();
    await redis.kill();
    await postgres.dispose();
  }
}

async function setStage(first: Product, second: Product, redis: RedisProcess): Promise<Stage> {
  const people = 1 + membersCount + outages.length * leaversCount;
  const membersOf = () => Array.from({ length: people }, (_, place) => place);
  const world = await seedWorld(first, createRecorder(), { rooms: 1, people, membersOf });
  const [room] = world.rooms;
  const [speaker, ...listeners] = world.people;
  if (room === undefined || speaker === undefined) throw new Error("nobody was seeded");
  const channel = `presence-${room.name}`;
  const there = await findServer(second.address);
  const tabs: Tab[] = [];
  for (const holder of listeners) tabs.push(await openTab(there, holder, [`private-user.${holder.id}`, channel]));
  const call = async (over: Product, holder: Holder, path: string, body: object): Promise<number> => {
    const http = createCaller({ address: over.address, token: holder.token });
    const answer = await http.call("POST", path, body);
    http.close();
    return answer.kind === "answer" ? answer.status : 0;
  };
  let said = 0;
  return {
    redis,
    servers: { signing: await findServer(first.address), listening: there },
    room: { id: room.id, channel },
    async say(over = "first") {
      said += 1;
      const text = `said ${said}.`;
      const status = await call(over === "first" ? first : second, speaker, `/api/v1/publish/${room.id}`, {
        message: text,
      });
      if (status !== 201) throw new Error(`a message was answered ${status}`);
      return text;
    },
    leave: async (holder) => (await call(first, holder, `/api/v1/leave/${room.id}`, {})) === 200,
    staying: tabs.slice(0, membersCount),
    leaving: tabs.slice(membersCount),
  };
}

async function play(stage: Stage, outage: Outage, context: RunContext): Promise<Finding[]> {
  const { redis, staying, leaving } = stage;
  const holders = leaving.slice(0, leaversCount / 2).map(({ holder }) => holder);
  const people = { leaving: holders, staying: staying.map(({ holder }) => holder) };
  const signed = await signElsewhere(stage.servers, stage.room.channel, people);
  if (outage.kind === "hangs") redis.hang(true);
  else await redis.kill();
  const startedAt = monoMs();
  const [early, late] = [leaving.slice(0, leaversCount / 2), leaving.slice(leaversCount / 2)];
  const left = await leaveAll(stage, early);
  const atTheDoor = [...(await signed.useAfterLeaving()), ...(await signed.useByMembers())];
  await sleep(Math.min(outage.forMs, letGoMs));
  const leftLate = await leaveAll(stage, late);
  const meanwhile = outage.forMs > letGoMs ? await listenMeanwhile(stage) : [];
  await sleep(Math.max(0, startedAt + outage.forMs - monoMs()));
  if (outage.kind === "hangs") redis.hang(false);
  else await redis.start();
  const backAt = monoMs();
  const together = await sayUntilHeard(stage, staying, backAt + 20_000);
  context.say(
    `${outage.title}: ${left + leftLate} left meanwhile; the servers hear each other ${Math.round(together - backAt)} ms after it`,
  );
  await sleep(Math.max(0, backAt + togetherMsMax - monoMs()));
  signed.close();
  const findings = [
    exactly("people who left over the first server meanwhile", left + leftLate, leaversCount),
    ...atTheDoor,
    ...meanwhile,
    timesWithin("members at the second server hear the first again", [together - backAt], togetherMsMax),
    ...(await listenAfter(stage)),
  ];
  return findings.map((finding) => ({ ...finding, what: `${outage.title}: ${finding.what}` }));
}

async function leaveAll({ leave }: Stage, tabs: readonly Tab[]): Promise<number> {
  const left = await Promise.all(tabs.map(({ holder }) => leave(holder)));
  return left.filter(Boolean).length;
}

/** The second server has found out by itself who left, also after it let go of the first. */
async function listenMeanwhile({ say, staying, leaving }: Stage): Promise<Finding[]> {
  await sleep(lookedMsMax);
  const said: string[] = [];
  for (let n = 0; n < 5; n += 1) said.push(await say("second"));
  await sleep(500);
  return [
    exactly("messages over the second server meanwhile which who left heard there", countHeard(leaving, said), 0),
    exactly("the same that members heard", countHeard(staying, said), said.length * staying.length),
  ];
}

/** Whoever left may hear nothing that is said from here on. */
async function listenAfter({ say, room, staying, leaving }: Stage): Promise<Finding[]> {
  const after: string[] = [];
  for (let n = 0; n < 20; n += 1) after.push(await say());
  await sleep(1000);
  const signed = await Promise.all(leaving.map((tab) => tab.sign(room.channel)));
  return [
    exactly("of 20 messages from 5 s after it on, how many who left heard", countHeard(leaving, after), 0),
    exactly("the same that members heard", countHeard(staying, after), after.length * staying.length),
    exactly("signatures given to who left", signed.filter((signature) => signature !== null).length, 0),
  ];
}

/** Says something every 100 ms until all of them have heard one; answers when. */
async function sayUntilHeard(stage: Stage, tabs: readonly Tab[], endMs: number): Promise<number> {
  const said: string[] = [];
  while (!tabs.every((tab) => said.some((text) => hears(tab, text)))) {
    if (monoMs() > endMs) throw new Error("the servers do not hear each other again");
    said.push(await stage.say());
    await sleep(100);
  }
  return monoMs();
}

const countHeard = (tabs: readonly Tab[], texts: readonly string[]): number =>
  tabs.reduce((sum, tab) => sum + texts.filter((text) => hears(tab, text)).length, 0);

const hears = ({ events }: Tab, text: string): boolean =>
  events.some(({ event, data }) => event === "ChatMessage" && textOf(data) === text);

const textOf = (data: unknown): string | undefined =>
  (data as { message?: { message?: string } } | null)?.message?.message;
