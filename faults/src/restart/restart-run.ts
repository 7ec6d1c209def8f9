import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { monoMs, until } from "../clock.ts";
import { findSystemPostgres, startSystemPostgres } from "../database-faults/system-postgres.ts";
import { createRecorder } from "../history/recorder.ts";
import { type Product, startProduct } from "../product/product.ts";
import { seedWorld } from "../product/world.ts";
import { createRandom } from "../random.ts";
import type { FaultRun, RunContext } from "../run.ts";
import { atMost, exactly, type Finding } from "../tabs/finding.ts";
import { type Measured, reportFindings } from "../tabs/findings-report.ts";
import { inSeconds, quantile, spreadOf } from "../tabs/spread.ts";
import { findServer } from "../tabs/tab.ts";
import { hasRedis, startRedis } from "../two-servers/redis-process.ts";
import { openPage, type Person } from "./people.ts";

const peopleCount = 60;
const restartsCount = 4;
/** RUN-5e: limits relative to a restart of the same server while idle. `bench/` limits startup itself (PERF-20). */
const medianShareMax = 1.5;
const lastShareMax = 3;

export const restart: FaultRun = {
  name: "restart",
  about: "RUN-5e, LIM-1e: 60 people behind one address, whose only server, or each of two in turn, is restarted",
  async run(context) {
    const alone = await restartAlone(context);
    const programs = findSystemPostgres();
    if (programs === null || !hasRedis()) {
      const skipped = ["two processes: no PostgreSQL from 15 on or no redis-server is installed"];
      return reportFindings("restart", { ...alone, skipped }, context);
    }
    const ofTwo = await restartEachOfTwo(programs, context);
    const findings = [...alone.findings, ...ofTwo.findings];
    return reportFindings("restart", { findings, errorLines: [...alone.errorLines, ...ofTwo.errorLines] }, context);
  },
};

type Measurement = Required<Pick<Measured, "findings" | "errorLines">>;

async function restartAlone(context: RunContext): Promise<Measurement> {
  const product = await startProduct({ settings: { LIMITS: "on" } });
  try {
    return await restartInTurn([product], "the only process", context);
  } finally {
    await product.stop();
  }
}

async function restartEachOfTwo(programs: string, context: RunContext): Promise<Measurement> {
  const postgres = await startSystemPostgres(programs);
  const redis = await startRedis();
  const STORAGE_URL = pathToFileURL(join(postgres.dataDir, "files")).href;
  const settings = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, STORAGE_URL, LIMITS: "on" };
  const products: Product[] = [];
  try {
    products.push(await startProduct({ dataDir: postgres.dataDir, settings }));
    products.push(await startProduct({ settings }));
    return await restartInTurn(products, "one of two", context);
  } finally {
    for (const product of products.toReversed()) await product.stop();
    await redis.kill();
    await postgres.dispose();
  }
}

/** Restarts servers in turn. All connections come from 127.0.0.1, as an office's connections come from one address. */
async function restartInTurn(products: readonly Product[], who: string, context: RunContext): Promise<Measurement> {
  const [first] = products;
  if (first === undefined) throw new Error("there is no product");
  const membersOf = () => Array.from({ length: peopleCount }, (_, index) => index);
  const world = await seedWorld(first, createRecorder(), { rooms: 1, people: peopleCount, membersOf });
  const servers = await Promise.all(products.map(({ address }) => findServer(address)));
  const channels = world.rooms.map(({ name }) => `presence-${name}`);
  const random = createRandom(context.seed);
  const startMs = await timeStarts(products);
  const people: Person[] = [];
  for (const holder of world.people) people.push(await openPage(holder, { servers, channels, random }));
  const [times, downMs]: [number[], number[]] = [[], []];
  for (let round = 0; round < restartsCount; round += 1) {
    const product = products[round % products.length] ?? first;
    const before = people.map(({ backAt }) => backAt.length);
    const at = monoMs();
    await product.end("SIGTERM");
    await product.start();
    downMs.push(monoMs() - at);
    await until(() => people.every((person) => person.isBack()), 60_000, "everybody to be back");
    times.push(...people.flatMap(({ backAt }, index) => backAt.slice(before[index]).map((back) => back - at)));
  }
  for (const person of people) person.leave();
  const limits = products.flatMap((product) => product.log().match(/"event":"limit\.met"/gu) ?? []);
  return {
    findings: judge(who, { times, downMs, startMs, limits: limits.length }),
    errorLines: products.flatMap(({ errors }) => errors),
  };
}

/** The median time of idle restarts, three of each server, ms. */
async function timeStarts(products: readonly Product[]): Promise<number> {
  const taken: number[] = [];
  for (const product of [...products, ...products, ...products]) {
    const at = monoMs();
    await product.end("SIGTERM");
    await product.start();
    taken.push(monoMs() - at);
  }
  return quantile(taken, 0.5);
}

interface Seen {
  readonly times: readonly number[];
  readonly downMs: readonly number[];
  readonly startMs: number;
  readonly limits: number;
}

function judge(who: string, { times, downMs, startMs, limits }: Seen): Finding[] {
  const spread = spreadOf(times);
  const shareOf = (ms: number): number => ms / startMs;
  return [
    {
      what: `restart of ${who}: sockets subscribed again, after SIGTERM`,
      measured: `${inSeconds(spread)}; an idle restart takes ${(startMs / 1000).toFixed(2)} s`,
      bound: `median at most ${medianShareMax} times that`,
      holds: times.length > 0 && shareOf(spread.p50) <= medianShareMax,
    },
    atMost(`restart of ${who}: the last of them`, shareOf(spread.max), lastShareMax, "idle restarts"),
    atMost(`restart of ${who}: from SIGTERM to ready`, shareOf(Math.max(...downMs)), lastShareMax, "idle restarts"),
    exactly(`restart of ${who}: limits met by ${peopleCount} people behind one address`, limits, 0),
  ];
}
