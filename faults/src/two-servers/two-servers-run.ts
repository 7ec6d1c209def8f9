import { monoMs, sleep, until } from "../clock.ts";
import { createCaller } from "../clients/http-caller.ts";
import { findSystemPostgres, startSystemPostgres } from "../database-faults/system-postgres.ts";
import { createRecorder } from "../history/recorder.ts";
import { type Product, startProduct } from "../product/product.ts";
import { seedWorld } from "../product/world.ts";
import type { FaultRun, RunContext } from "../run.ts";
import { exactly, type Finding, timesWithin } from "../tabs/finding.ts";
import { type Measured, reportFindings } from "../tabs/findings-report.ts";
import { findServer, type Holder, openTab, type Tab } from "../tabs/tab.ts";
import { hasRedis, type RedisProcess, startRedis } from "./redis-process.ts";

/** LIM-2, ROOM-6: two servers on one database lose the Redis between them while people leave a room. */
export const twoServers: FaultRun = {
  name: "two-servers",
  about: "LIM-2, ROOM-6: two servers whose Redis dies while people leave a room over the one and listen at the other",
  isInTests: false,
  async run(context) {
    const programs = findSystemPostgres();
    if (programs === null) return { kind: "skipped", why: "no PostgreSQL from 15 on is installed" };
    if (!hasRedis()) return { kind: "skipped", why: "no redis-server is installed (apt-get install redis-server)" };
    return reportFindings("two-servers", await measure(programs, context), context);
  },
};

const [membersCount, leaversCount] = [5, 20];
/** Shorter than the time after which a process counts as gone, and longer. */
const awayTimesMs = [2000, 7000];
/** The servers try to reach Redis again every 2 s at most, and each then has to hear the other. */
const togetherMsMax = 5000;
const app = { PUSHER_APP_ID: "4242", PUSHER_APP_KEY: "two-key", PUSHER_APP_SECRET: "two-secret" };

interface Stage {
  readonly redis: RedisProcess;
  readonly room: { readonly id: number; readonly channel: string };
  /** Says something over the first server and answers the text. */
  say(): Promise<string>;
  leave(holder: Holder): Promise<boolean>;
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
    for (const [place, awayMs] of awayTimesMs.entries()) {
      const leaving = stage.leaving.slice(place * leaversCount, (place + 1) * leaversCount);
      findings.push(...(await play({ ...stage, leaving }, awayMs, context)));
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
  const people = 1 + membersCount + awayTimesMs.length * leaversCount;
  const membersOf = () => Array.from({ length: people }, (_, place) => place);
  const world = await seedWorld(first, createRecorder(), { rooms: 1, people, membersOf });
  const [room] = world.rooms;
  const [speaker, ...listeners] = world.people;
  if (room === undefined || speaker === undefined) throw new Error("nobody was seeded");
  const channel = `presence-${room.name}`;
  const there = await findServer(second.address);
  const tabs: Tab[] = [];
  for (const holder of listeners) tabs.push(await openTab(there, holder, [`private-user.${holder.id}`, channel]));
  const call = async (holder: Holder, path: string, body: object): Promise<number> => {
    const http = createCaller({ address: first.address, token: holder.token });
    const answer = await http.call("POST", path, body);
    http.close();
    return answer.kind === "answer" ? answer.status : 0;
  };
  let said = 0;
  return {
    redis,
    room: { id: room.id, channel },
    async say() {
      said += 1;
      const text = `said ${said}.`;
      const status = await call(speaker, `/api/v1/publish/${room.id}`, { message: text });
      if (status !== 201) throw new Error(`a message was answered ${status}`);
      return text;
    },
    leave: async (holder) => (await call(holder, `/api/v1/leave/${room.id}`, {})) === 200,
    staying: tabs.slice(0, membersCount),
    leaving: tabs.slice(membersCount),
  };
}

async function play(stage: Stage, awayMs: number, context: RunContext): Promise<Finding[]> {
  const { redis, room, staying, leaving } = stage;
  await redis.kill();
  const left = await Promise.all(leaving.map(({ holder }) => stage.leave(holder)));
  await sleep(awayMs);
  await redis.start();
  const backAt = monoMs();
  const together = await sayUntilHeard(stage, staying, backAt + 20_000);
  context.say(
    `${left.length} left while Redis was away; the servers hear each other ${Math.round(together - backAt)} ms after it`,
  );
  // Whoever left may hear nothing that is said from here on.
  await sleep(Math.max(0, backAt + togetherMsMax - monoMs()));
  const after: string[] = [];
  for (let n = 0; n < 20; n += 1) after.push(await stage.say());
  await sleep(1000);
  const signed = await Promise.all(leaving.map((tab) => tab.sign(room.channel)));
  const away = `Redis away for ${awayMs / 1000} s`;
  return [
    exactly(`${away}: people who left over the first server meanwhile`, left.filter(Boolean).length, leaversCount),
    timesWithin(
      `${away}, then back: members at the second server hear the first again`,
      [together - backAt],
      togetherMsMax,
    ),
    exactly(
      "messages of the 20 said 5 s after that and later which who left heard at the second server",
      countHeard(leaving, after),
      0,
    ),
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
