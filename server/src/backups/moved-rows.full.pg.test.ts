import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { expect, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { silentLog } from "../kernel/log.ts";
import type { DatabaseAddress } from "../storage/database.ts";
import { startOwnPostgres } from "../storage/own-postgres.ts";
import { createEmptyDatabase } from "../testing/database.ts";
import { digestTables, fillEverywhere } from "../testing/rows-everywhere.ts";
import { runHere } from "../testing/server-here.ts";
import { initialisedFolder, temporaryFolder } from "../testing/server-process.ts";

async function onOwn<T>(dataDir: string, run: (at: DatabaseAddress) => Promise<T>): Promise<T> {
  const own = await startOwnPostgres({ dataDir, clock: systemClock, log: silentLog, isDurable: false });
  try {
    return await run(own.address);
  } finally {
    await own.stop();
  }
}

async function done(words: readonly string[], settings: Record<string, string>): Promise<void> {
  expect(await runHere(words, settings)).toMatchObject({ exitCode: 0 });
}

test("[KEEP-2][KEEP-6][KEEP-7] a logical backup moves every row of every table into an external PostgreSQL, and back", async () => {
  const DATA_DIR = initialisedFolder("demo");
  await onOwn(DATA_DIR, fillEverywhere);
  const folder = temporaryFolder();
  const [there, back] = [join(folder, "there.age"), join(folder, "back")];
  const [key, other] = [await generateX25519Identity(), await generateX25519Identity()];
  writeFileSync(join(folder, "key"), `# created: today\n${key}\n`);
  const recipients = await Promise.all([other, key].map((each) => identityToRecipient(each)));
  await done(["backup", there, "--logical", ...recipients.flatMap((each) => ["--recipient", each])], { DATA_DIR });
  const before = await onOwn(DATA_DIR, digestTables);
  expect(before.filter(({ rows }) => rows === 0)).toEqual([]);
  expect(before.length).toBeGreaterThan(40);

  const external = { DATA_DIR: temporaryFolder(), DATABASE_URL: await createEmptyDatabase() };
  await done(["restore", there, "--identity", join(folder, "key")], external);
  expect(await digestTables(external.DATABASE_URL)).toEqual(before);
  expect(readdirSync(external.DATA_DIR).toSorted()).toEqual(["files", "lock"]);
  await done(["backup", back], external);
  expect(statSync(back).mode & 0o777).toBe(0o600);

  const returned = temporaryFolder();
  await done(["restore", back], { DATA_DIR: returned });
  expect(await onOwn(returned, digestTables)).toEqual(before);
  expect(readdirSync(returned)).not.toContain("tables");
});
