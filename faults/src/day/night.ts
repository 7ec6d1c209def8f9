import { bounds } from "../bounds.ts";
import { sleep, until } from "../clock.ts";
import { type Footprint, judgeLeftovers } from "../leftovers/leftovers.ts";
import { query } from "../product/database.ts";
import type { Product } from "../product/product.ts";
import { atMost, exactly, type Finding } from "../tabs/finding.ts";
import { readMetrics } from "./metrics.ts";

export interface Counts {
  /** Row counts by table. */
  readonly rows: Readonly<Record<string, number>>;
  readonly gauges: Readonly<Record<string, number>>;
}

export interface Night extends Counts {
  readonly footprint: Footprint;
}

/** Tables whose rows stay: what people wrote, made and set. A new table counts as a helper until it is named here. */
const stored = new Set([
  ...["audit", "settings", "participants", "participant_roles", "roles", "recovery_codes", "second_factors"],
  ...["offers", "offer_lines", "offer_versions", "storages", "files", "rooms", "memberships", "room_events"],
  ...["messages", "message_edits", "actions", "requests", "cars", "car_uses", "cuplaj_migrations"],
]);
/** Helpers, with the table that they describe: they have at most as many rows. Any other helper has as many rows as before. */
const derived: Readonly<Record<string, string>> = {
  search_rooms: "rooms",
  search_offers: "offers",
  search_people: "participants",
  search_chunks: "messages",
  push_rooms: "rooms",
  mail_addresses: "participants",
  mail_jobs: "memberships",
  // Links that nobody has opened expire after a month.
  mail_links: "messages",
};

const gauges = {
  sockets: 'cuplaj_realtime{name="sockets",key=""}',
  subscriptions: 'cuplaj_realtime{name="subscriptions",key=""}',
  channels: 'cuplaj_realtime{name="channels",key=""}',
  "people present": 'cuplaj_realtime{name="presenceMembers",key=""}',
  "pushes that wait": "cuplaj_push_waiting",
  "decisions that wait": "cuplaj_webhook_waiting",
} as const;

/** How long the product may take to tidy up, ms. A sweep every 30 s removes the objects of files deleted a minute ago. */
const tidyMsMax = 120_000;

/** Measures the product after everybody has left, once it has tidied up or has had enough time to. */
export async function lookAtNight(product: Product, before: Counts): Promise<Night> {
  const isTidy = async (): Promise<boolean> => {
    await sleep(1000);
    return judgeCounts(before, await count(product)).every(({ holds }) => holds);
  };
  await sleep(bounds.leftovers.afterMs);
  await until(isTidy, tidyMsMax, "the product to tidy up").catch(() => undefined);
  return { ...(await count(product)), footprint: await product.footprint() };
}

export async function count({ address, dataDir }: Product): Promise<Counts> {
  // EMB-2: used tokens are remembered for an hour after they expire.
  await query(dataDir, "update used_host_tokens set expires_at = now() - interval '2 hours'");
  const tables = await query<{ name: string }>(
    dataDir,
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  );
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::int as rows from ${name}`);
  const unused = "select 'files of no message', count(*)::int from files where not is_published";
  const found = await query<{ name: string; rows: number }>(dataDir, [...counts, unused].join(" union all "));
  const metrics = await readMetrics(address);
  return {
    rows: Object.fromEntries(found.map(({ name, rows }) => [name, rows])),
    gauges: Object.fromEntries(Object.entries(gauges).map(([name, gauge]) => [name, metrics.get(gauge) ?? Number.NaN])),
  };
}

export function judgeCounts(before: Counts, after: Counts): readonly Finding[] {
  const rowsOf = (table: string): number => after.rows[table] ?? 0;
  const rows = Object.keys(after.rows).flatMap((table): Finding[] => {
    const of = derived[table];
    if (of !== undefined) return [atMost(`rows of ${table}, and of ${of}`, rowsOf(table), rowsOf(of), "rows")];
    return stored.has(table) ? [] : [exactly(`rows of ${table}, as before`, rowsOf(table), before.rows[table] ?? 0)];
  });
  return [...rows, ...Object.entries(after.gauges).map(([name, value]) => exactly(name, value, 0))];
}

/** OPS-7: compares rows with those before anybody came, and memory and descriptors with those after everything was used once. */
export const judgeNight = (before: Counts, first: Footprint, night: Night): readonly Finding[] => [
  ...judgeCounts(before, night),
  ...judgeLeftovers(first, night.footprint),
];

/** JSON log lines, except for delivered decisions and for security events, which have a limit of their own. */
export function otherLines(log: string): readonly string[] {
  const isOther = (line: string): boolean =>
    line.startsWith("{") && !line.includes('"event":') && !line.includes("a webhook was delivered to the ERP");
  return log.split("\n").filter(isOther);
}
