import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { systemClock } from "../../../server/src/kernel/clock.ts";
import { silentLog } from "../../../server/src/kernel/log.ts";
import { hashPassword } from "../../../server/src/sign-in/password-hash.ts";
import { holdDataFolder } from "../../../server/src/storage/data-folder.ts";
import { bringUpToDate } from "../../../server/src/testing/bring-up-to-date.ts";
import { type OwnPostgres, startOwnPostgres } from "../../../server/src/storage/own-postgres.ts";
import { findBrokenInvariants } from "../../../server/src/testing/growth/check-growth.ts";
import { growthSizes } from "../../../server/src/testing/growth/growth-size.ts";
import { seedGrowth } from "../../../server/src/testing/growth/seed-growth.ts";
import { checkpoint, indexFolder, isIndexed } from "./index-folder.ts";

export type SizeName = "small" | "wide" | "large";
export const sizeNames: readonly SizeName[] = ["small", "wide", "large"];
export const isSizeName = (name: string): name is SizeName => sizeNames.some((size) => size === name);

/** The busy person's password. It need not be secret, since the database contains only made-up rows. */
export const busyPassword = "crestere-2026";

/** Change this name when the seeded rows change, so that old seeds are not reused. */
const doneFile = "seeded-with-words.json";

const isSeeded = (folder: string): boolean => existsSync(join(folder, doneFile));

export interface SeedReport {
  readonly size: SizeName;
  readonly seconds: number;
  readonly bytes: number;
  readonly rows: Readonly<Record<string, number>>;
}

export async function ensureSeeded(folder: string, size: SizeName): Promise<SeedReport> {
  const report: SeedReport = isSeeded(folder)
    ? JSON.parse(readFileSync(join(folder, doneFile), "utf8"))
    : await seedFolder(folder, size, console.log);
  if (!isIndexed(folder)) await indexFolder(folder, console.log);
  return report;
}

/** Replaces `folder` with a seeded `DATA_DIR`. */
export async function seedFolder(folder: string, size: SizeName, say: (line: string) => void): Promise<SeedReport> {
  const startedAt = performance.now();
  rmSync(folder, { recursive: true, force: true });
  const held = holdDataFolder(folder);
  if (held === null) throw new Error(`${folder} is in use by a server`);
  // The database does not sync to disk, since seeding can be repeated.
  const own = await startOwnPostgres({ dataDir: folder, clock: systemClock, log: silentLog, isDurable: false });
  try {
    const rows = await fill(own, size, (title) => {
      say(`${size} ${((performance.now() - startedAt) / 1000).toFixed(0).padStart(4)} s  ${title}`);
    });
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    const report = { size, seconds, bytes: bytesOf(folder), rows };
    writeFileSync(join(folder, doneFile), `${JSON.stringify(report)}\n`);
    return report;
  } finally {
    await own.stop();
    held.release();
  }
}

async function fill(
  { address, superuser }: OwnPostgres,
  size: SizeName,
  say: (title: string) => void,
): Promise<SeedReport["rows"]> {
  await bringUpToDate(address);
  const pool = new pg.Pool({ ...address, max: 2 });
  try {
    await seedGrowth(pool, growthSizes[size], { passwordHash: await hashPassword(busyPassword), say });
    say("check of the invariants");
    const broken = await checkInvariants(pool);
    if (broken.length > 0) throw new Error(`the seed is wrong:\n${broken.join("\n")}`);
    return await countRows(pool);
  } finally {
    await pool.end();
    await checkpoint(superuser);
  }
}

async function checkInvariants(pool: pg.Pool): Promise<readonly string[]> {
  const client = await pool.connect();
  try {
    await client.query("set work_mem = '512MB'");
    return await findBrokenInvariants(client);
  } finally {
    client.release(true);
  }
}

async function countRows(pool: pg.Pool): Promise<SeedReport["rows"]> {
  const tables = [
    "participants",
    "offers",
    "offer_lines",
    "rooms",
    "memberships",
    "messages",
    "room_events",
    "actions",
  ];
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await pool.query<{ total: number }>(`select count(*)::int as total from ${table}`);
    counts[table] = rows[0]?.total ?? 0;
  }
  return counts;
}

function bytesOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => statSync(join(folder, name), { throwIfNoEntry: false }))
    .reduce((sum, file) => sum + (file?.isFile() === true ? file.size : 0), 0);
}
