import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bounds } from "../bounds.ts";
import { sleep } from "../clock.ts";
import { check } from "../checker/check.ts";
import { faultKinds, shortestSlices, verdictLines } from "../checker/verdict.ts";
import { listFolder, recordObjects } from "../files/storage-census.ts";
import { createRecorder } from "../history/recorder.ts";
import { query } from "../product/database.ts";
import { type Product, startProduct } from "../product/product.ts";
import { recordRows } from "../product/record-rows.ts";
import { watchMemory } from "../report/watch-memory.ts";
import type { FaultRun, RunContext } from "../run.ts";
import { type Operation, readApiDocument } from "../scanners/openapi.ts";
import { exactly, type Finding } from "../tabs/finding.ts";
import { type Measured, reportFindings } from "../tabs/findings-report.ts";
import { callsMade, uncalled } from "./calls-made.ts";
import { inboundMailSecret } from "./mail-errand.ts";
import { seedDayWorld, type Population } from "./seed-day-world.ts";
import { judgeDecisions } from "./judge-decisions.ts";
import { type Metrics, readMetrics } from "./metrics.ts";
import { count, judgeNight, lookAtNight, otherLines } from "./night.ts";
import { playDay } from "./play-day.ts";
import { host } from "./residents.ts";
import { type Outside, startOutside } from "./outside.ts";
import type { DayWorld } from "./day-world.ts";

const population: Population = { customers: 200, staff: 40 };
const [daySeconds, soakSeconds] = [600, 1800];
const [rehearsalSeconds, rehearsalsMax] = [45, 5];

/** OPS-7: simulates consecutive working days, each of ten minutes. */
export const day: FaultRun = {
  name: "day",
  about:
    "OPS-7: 200 customers and 40 staff make every call there is, in three days of ten minutes; what is left at night",
  async run(context) {
    const seconds = context.seconds ?? soakSeconds;
    const days = Math.max(1, Math.round(seconds / daySeconds));
    return reportFindings("day", await playDays(context, { population, days, seconds: seconds / days }), context);
  },
};

export interface Days {
  readonly population: Population;
  readonly days: number;
  readonly seconds: number;
  /** A mutated copy of the server; by default the repository's. */
  readonly tree?: string;
}

export async function playDays(context: RunContext, days: Days): Promise<Measured> {
  const outside = await startOutside();
  try {
    const tree = days.tree === undefined ? {} : { tree: days.tree };
    // This run judges each night itself, by comparison with the product after the rehearsal, when every helper has started.
    const product = await startProduct({ ...tree, settings: settingsOf(outside), isJudgedByLeftovers: false });
    try {
      return { findings: await play(context, { ...days, product, outside }), errorLines: product.errors };
    } finally {
      await product.stop();
    }
  } finally {
    outside.stop();
  }
}

/** Turns every feature on, and sets limits that suit an office behind one address. */
const settingsOf = ({ address, relay }: Outside): Record<string, string> => ({
  LIMITS: "on",
  LIMIT_JOIN_PER_MINUTE: "100",
  LIMIT_NEW_SOCKETS_PER_MINUTE: "10000",
  LIMIT_UNKNOWN_CALLS_PER_SECOND: "1000",
  LIMIT_UNKNOWN_CALLS_BURST: "1000",
  LOG_LEVEL: "info",
  TWO_FACTOR: "staff",
  EMBED_ORIGINS: host.origin,
  EMBED_SECRET: host.secret,
  PUSH_ENDPOINTS: "loopback",
  SMTP_URL: relay.url,
  MAIL_FROM: "Piese Auto <chat@day.example>",
  MAIL_DELAY_MINUTES: "0",
  INBOUND_MAIL_SECRET: inboundMailSecret,
  ERP_WEBHOOK_URL: `${address}/erp`,
  ERP_WEBHOOK_PRIVATE: "1",
  ERP_WEBHOOK_SECRET: "a secret of the ERP with 32 characters",
  NODE_OPTIONS: `--import=${fileURLToPath(new URL("./hasten-hours.mjs", import.meta.url))}`,
});

interface Scene extends Omit<Days, "tree"> {
  readonly product: Product;
  readonly outside: Outside;
}

async function play(
  { random, say }: RunContext,
  { product, outside, population: size, days, seconds }: Scene,
): Promise<Finding[]> {
  const { operations } = await readApiDocument(product.address);
  const world = await seedDayWorld(product, size, { recorder: createRecorder(), outside });
  const before = await count(product);
  const linesBefore = otherLines(product.log()).length;
  const troubles = [...(await rehearse(world, product, random))];
  await sleep(bounds.leftovers.afterMs);
  const footprint = await product.footprint();
  const memory = watchMemory(product);
  const nights: Finding[] = [];
  for (let number = 1; number <= days; number += 1) {
    troubles.push(...(await playDay({ world, number, seconds, random, isLast: number === days })));
    say(`day ${number}: ${world.recorder.lines.length} lines of history, ${product.residentBytes() >> 20} MiB`);
    const night = await lookAtNight(product, before);
    nights.push(
      ...judgeNight(before, footprint, night).map((one) => ({ ...one, what: `night ${number}: ${one.what}` })),
    );
  }
  const { start, peak, end } = memory.end();
  say(`memory of the server (MiB): start ${start}, peak ${peak}, end ${end}`);
  const lines = otherLines(product.log()).slice(linesBefore);
  for (const line of [...troubles.slice(0, 20), ...lines.slice(0, 20)]) say(line);
  return [
    exactly("errands that were refused", troubles.length, 0),
    ...(await judgeHistory(product, world, say)),
    ...judgeDecisions(world.decisions, outside.received),
    ...judgeServer(await readMetrics(product.address), operations),
    exactly("error lines", product.errors.length, 0),
    exactly("log lines besides security events and delivered decisions", lines.length, 0),
    ...nights,
  ];
}

/** Lets a few people use everything that loads code or starts helpers, before memory and descriptors are compared. */
async function rehearse(world: DayWorld, product: Product, random: RunContext["random"]): Promise<readonly string[]> {
  const few = { ...world, customers: world.customers.slice(0, 16), staff: world.staff.slice(0, 8) };
  const troubles: string[] = [];
  const pictures = "select from files where width is not null limit 1";
  let isComplete = false;
  for (let number = 0; !isComplete && number > -rehearsalsMax; number -= 1) {
    troubles.push(...(await playDay({ world: few, number, seconds: rehearsalSeconds, random, isLast: false })));
    isComplete =
      world.outside.pushes() > 0 &&
      world.outside.relay.unopened.length > 0 &&
      (await query(product.dataDir, pictures)).length > 0;
  }
  return troubles;
}

async function judgeHistory(
  product: Product,
  { recorder, rooms }: DayWorld,
  say: RunContext["say"],
): Promise<readonly Finding[]> {
  const folder = join(product.dataDir, "files");
  await recordObjects(product, recorder, { workFolder: join(folder, "work"), list: listFolder(folder) });
  await recordRows(product, recorder, rooms);
  const verdict = check(recorder.lines);
  for (const line of verdictLines(verdict)) say(line);
  for (const { kind, what, slice } of shortestSlices(verdict)) {
    say(`${kind}: ${what}`);
    for (const line of slice) say(`  ${JSON.stringify(line)}`);
  }
  return faultKinds.map((kind) => exactly(kind, verdict.counts[kind], 0));
}

function judgeServer(metrics: Metrics, operations: readonly Operation[]): readonly Finding[] {
  const missing = uncalled(operations, callsMade(metrics));
  const valueOf = (metric: string): number => metrics.get(metric) ?? 0;
  const pushes = valueOf('cuplaj_push_results_total{result="delivered"}');
  const mails = valueOf('cuplaj_mail_results_total{result="sent"}');
  return [
    { what: "calls that nobody made", measured: missing.join(", "), bound: "none", holds: missing.length === 0 },
    { what: "delivered pushes", measured: String(pushes), bound: "at least 1", holds: pushes > 0 },
    { what: "e-mails sent", measured: String(mails), bound: "at least 1", holds: mails > 0 },
    exactly("pushes given up", valueOf('cuplaj_push_results_total{result="given-up"}'), 0),
    exactly("limits met by people at work", valueOf('cuplaj_security_events_total{event="limit.met"}'), 0),
  ];
}
