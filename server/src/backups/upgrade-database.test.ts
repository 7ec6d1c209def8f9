import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { openPostgresCluster } from "../storage/postgres-cluster.ts";
import { upgradeDatabase, type UpgradePorts } from "./upgrade-database.ts";

const root = mkdtempSync(join(tmpdir(), "cuplaj-upgrade-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function writeDatabase(folder: string, major: number, rows: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "PG_VERSION"), `${major}\n`);
  writeFileSync(join(folder, "rows"), rows);
}

/** A folder with a database of PostgreSQL 17, and an upgrade of it that ends in an error once it has said `linesMax` lines. */
function startFolder() {
  const dataDir = mkdtempSync(join(root, "data-"));
  writeDatabase(join(dataDir, "postgres"), 17, "all rows");
  const portsWith = (said: string[], linesMax = Infinity): UpgradePorts => {
    const say = (line: string): void => {
      if (said.push(line) >= linesMax) throw new Error("killed");
    };
    return {
      ...{ config: { dataDir, databaseUrl: null }, clock: systemClock, say },
      freeBytesOf: () => Promise.resolve(2e9),
      checkRelease: () => Promise.resolve(),
      copyInto(unfinished) {
        writeDatabase(join(unfinished, "postgres"), 18, "some rows");
        say("Copied some.");
        cpSync(join(dataDir, "postgres/rows"), join(unfinished, "postgres/rows"));
        say("Copied all.");
        return Promise.resolve();
      },
    };
  };
  const rowsOf = (name: string): string =>
    ["PG_VERSION", "rows"].map((file) => readFileSync(join(dataDir, name, file), "utf8").trim()).join(": ");
  const names = (): readonly string[] => readdirSync(dataDir).toSorted();
  return { dataDir, portsWith, rowsOf, names };
}

const asked = { kind: "upgrade", release: "/opt/cuplaj-0.1.0" } as const;

test("[KEEP-10a] an upgrade that ends between any two steps can be run again, and loses nothing", async () => {
  const lines: string[] = [];
  await upgradeDatabase(startFolder().portsWith(lines), asked);
  expect(lines).toHaveLength(5);
  for (const cutAfter of lines.keys()) {
    const { portsWith, rowsOf, names } = startFolder();
    await expect(upgradeDatabase(portsWith([], cutAfter + 1), asked)).rejects.toThrow("killed");
    expect(names().includes("upgrading")).toBe(names().includes("postgres.17"));
    expect(rowsOf(names().includes("postgres.17") ? "postgres.17" : "postgres")).toBe("17: all rows");
    await upgradeDatabase(portsWith([]), asked);
    expect([rowsOf("postgres"), rowsOf("postgres.17")]).toEqual(["18: all rows", "17: all rows"]);
    expect(names()).toEqual(["lock", "postgres", "postgres.17"]);
  }
});

test("[KEEP-10a] between the two renames no server starts, and the rest needs no old release", async () => {
  const { dataDir, portsWith, rowsOf } = startFolder();
  await expect(upgradeDatabase(portsWith([], 4), asked)).rejects.toThrow("killed");
  await expect(openPostgresCluster(dataDir)).rejects.toThrow(
    `DATA_DIR ${dataDir} holds an unfinished database upgrade: run "cuplaj database upgrade" again.`,
  );
  await upgradeDatabase(portsWith([]), { kind: "upgrade", release: null });
  expect(rowsOf("postgres")).toBe("18: all rows");
  expect(await upgradeDatabase(portsWith([]), asked)).toEqual(["The database already belongs to PostgreSQL 18."]);
});

test("[KEEP-10a] a copy that fails takes up no space", async () => {
  const { portsWith, names } = startFolder();
  const failing = { ...portsWith([]), copyInto: () => Promise.reject(new Error("no space")) };
  await expect(upgradeDatabase(failing, asked)).rejects.toThrow("no space");
  expect(names()).toEqual(["lock", "postgres"]);
});

test("[KEEP-10b] only --confirm removes the old database, and only once the new one is in its place", async () => {
  const { dataDir, portsWith, names } = startFolder();
  const confirm = (): Promise<readonly string[]> => upgradeDatabase(portsWith([]), { kind: "confirm" });
  await expect(confirm()).rejects.toThrow("nothing was removed");
  await expect(upgradeDatabase(portsWith([], 4), asked)).rejects.toThrow("killed");
  await expect(confirm()).rejects.toThrow("nothing was removed");
  await upgradeDatabase(portsWith([]), asked);
  expect(await confirm()).toEqual(["Removed postgres.17."]);
  expect(names()).toEqual(["lock", "postgres"]);
  expect(await confirm()).toEqual(["There is no old database."]);

  writeDatabase(join(dataDir, "postgres"), 17, "");
  writeDatabase(join(dataDir, "postgres.17"), 17, "");
  await expect(upgradeDatabase(portsWith([]), asked)).rejects.toThrow("postgres.17 already exists from an earlier");
});

test("[KEEP-10] without enough disk space or an older release, or with a DATABASE_URL, nothing begins", async () => {
  const { dataDir, portsWith, names, rowsOf } = startFolder();
  const said: string[] = [];
  const full = { ...portsWith(said), freeBytesOf: () => Promise.resolve(1e9) };
  await expect(upgradeDatabase(full, asked)).rejects.toThrow(`no room for a second database in ${dataDir}`);
  expect(said).toEqual([expect.stringMatching(/needs about 1\.1 GB of .* where 1\.0 GB are free/u)]);
  const wrong = { ...portsWith(said), checkRelease: () => Promise.reject(new Error("no release")) };
  await expect(upgradeDatabase(wrong, asked)).rejects.toThrow("no release");
  expect(said).toHaveLength(1);
  const external = { ...portsWith([]), config: { dataDir, databaseUrl: "postgresql://cuplaj@127.0.0.1:9/cuplaj" } };
  await expect(upgradeDatabase(external, asked)).rejects.toThrow("DATABASE_URL is set: upgrade that PostgreSQL with");
  expect([names(), rowsOf("postgres")]).toEqual([["lock", "postgres"], "17: all rows"]);
});
