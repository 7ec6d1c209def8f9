import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { silentLog } from "../kernel/log.ts";
import { type OpenStorage, openStorage, type UpgradeSteps } from "../storage/open-storage.ts";
import { initialisedFolder, temporaryFolder } from "../testing/server-process.ts";
import { upgradeSteps } from "./wire-backups.ts";
import { restoreByCommand } from "./wire-restores.ts";

async function open(dataDir: string, begins: UpgradeSteps["begins"]): Promise<OpenStorage> {
  const common = { databaseUrl: null, poolSize: 2, clock: systemClock, log: silentLog };
  const upgrade = async () => ({ waits: () => undefined, begins });
  const storage = await openStorage({ dataDir, ...common, hold: "alone", upgrade });
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => (closing ??= storage.close());
  onTestFinished(close);
  return { ...storage, close };
}

function heldLog() {
  const lines: string[] = [];
  const add = (_fields: object, line: string): void => void lines.push(line);
  return { lines, log: { info: add, warn: add } };
}

const neverAsked = (): Promise<void> => Promise.reject(new Error("there is no upgrade"));

test("[KEEP-4] tables with data change only after a backup; new and current tables need none", async () => {
  const empty = await open(temporaryFolder(), neverAsked);
  expect(empty.migrated.at(0)).toBe("0001-schema");
  const dataDir = initialisedFolder("demo");
  const storage = await open(dataDir, neverAsked);
  await storage.pool.query(
    "insert into participants (kind, name, username, password_hash) values ('erp', 'R', 'r', '')",
  );
  const newest = "delete from cuplaj_migrations where name = (select max(name) from cuplaj_migrations) returning name";
  const [removed] = (await storage.pool.query<{ name: string }>(newest)).rows;
  await storage.close();
  const asked: unknown[] = [];
  const refuse: UpgradeSteps["begins"] = ({ cluster, migration }) => {
    asked.push(cluster?.dataFolder, migration);
    return Promise.reject(new Error("no room"));
  };
  await expect(open(dataDir, refuse)).rejects.toThrow("no room");
  await expect(open(dataDir, refuse)).rejects.toThrow("no room");
  const once = [join(dataDir, "postgres"), removed?.name];
  expect(asked).toEqual([...once, ...once]);
});

test("[KEEP-4][KEEP-2] the newest two upgrade backups stay, and can be restored", async () => {
  const dataDir = initialisedFolder("empty");
  const { cluster, pool } = await open(dataDir, neverAsked);
  await pool.query("insert into participants (kind, name, username, password_hash) values ('erp', 'R', 'r', '')");
  await pool.query(
    "insert into storages (id, url, is_current) values (gen_random_uuid(), 'file:files', true) on conflict do nothing",
  );
  const { log, lines } = heldLog();
  const { begins: backUp } = upgradeSteps({ dataDir }, systemClock, log);
  for (const migration of ["0101-a", "0102-b", "0102-b", "0103-c"]) await backUp({ cluster, migration });
  const folder = join(dataDir, "backups");
  const names = readdirSync(folder).toSorted();
  expect(names.map((name) => name.replace(/^before-\d+\.\d+\.\d+-/u, ""))).toEqual([
    "0102-b.tar.zst",
    "0103-c.tar.zst",
  ]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(lines).toEqual(Array.from({ length: 4 }, () => expect.stringMatching(/^the database was backed up before/u)));
  const restored = join(temporaryFolder(), "data");
  const wiring = {
    config: { dataDir: restored, databaseUrl: null },
    progress: { clock: systemClock, say: () => undefined, isTerminal: false },
  };
  const from = { file: join(folder, names[0] ?? ""), identity: null };
  const { header, filesMissing } = await restoreByCommand(wiring, from);
  expect([header.without, filesMissing]).toEqual([
    ["The backup does not contain the files of messages: they stay where they are."],
    0,
  ]);
  expect(existsSync(join(restored, "files"))).toBe(false);
  const again = await open(restored, neverAsked);
  expect((await again.pool.query("select from participants where username = 'r'")).rowCount).toBe(1);
});
