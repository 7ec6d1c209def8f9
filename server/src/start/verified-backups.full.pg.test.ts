import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { addFolder } from "../backups/folder-entries.ts";
import { writeArchive } from "../backups/archive-writer.ts";
import { systemClock } from "../kernel/clock.ts";
import { silentLog } from "../kernel/log.ts";
import { holdDataFolder } from "../storage/data-folder.ts";
import { openStorageBeside } from "../storage/open-storage.ts";
import { endAfterAll } from "../testing/at-end.ts";
import { runHere } from "../testing/server-here.ts";
import { initialisedFolder, shareServer, temporaryFolder } from "../testing/server-process.ts";

const atEnd = endAfterAll();
const DATA_DIR = initialisedFolder("demo", atEnd);
const start = shareServer(() => ({ DATA_DIR, DEMO: "1" }));
const folder = temporaryFolder(atEnd);
const [copied, logical] = [join(folder, "copied"), join(folder, "logical")];

beforeAll(async () => {
  await start();
  for (const words of [[copied], [logical, "--logical"]]) {
    const { exitCode, stderr } = await runHere(["backup", ...words], { DATA_DIR });
    if (exitCode !== 0) throw new Error(stderr);
  }
});

const verify = (file: string): ReturnType<typeof runHere> => runHere(["backup", "verify", file], { DATA_DIR });

async function countTables(): Promise<number> {
  const common = { databaseUrl: null, clock: systemClock, log: silentLog, poolSize: 1, isNew: false };
  const upgrade = () => Promise.reject(new Error("there is no upgrade"));
  const storage = await openStorageBeside({ dataDir: DATA_DIR, ...common, upgrade });
  try {
    const { rows } = await storage.pool.query<{ count: number }>(
      "select count(*) from pg_tables where schemaname = current_schema()",
    );
    return rows[0]?.count ?? 0;
  } finally {
    await storage.close();
  }
}

test("[KEEP-8] backups of both kinds are verified while the server runs, and leave nothing behind", async () => {
  const { url } = await start();
  const before = readdirSync(DATA_DIR);
  const tables = await countTables();
  for (const file of [copied, logical])
    expect(await verify(file)).toEqual({
      exitCode: 0,
      stdout: expect.stringMatching(
        new RegExp(` is complete and can be restored: .*Z, [6-9]\\d\\d rows in ${tables} tables\\.\n$`, "u"),
      ),
      stderr: expect.stringMatching(/^(?:Read .*\n)+$/u),
    });
  expect(readdirSync(DATA_DIR)).toEqual(before);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
});

/** Makes a backup with changed contents and matching checksums. */
async function changedBackup(change: (unpacked: string) => void): Promise<string> {
  const [unpacked, file] = [temporaryFolder(), join(temporaryFolder(), "changed")];
  const { zstdDecompressSync } = await import("node:zlib");
  execFileSync("tar", ["-xf", "-", "-C", unpacked, "--no-same-owner"], {
    input: zstdDecompressSync(readFileSync(logical)),
  });
  change(unpacked);
  const write = async (archive: Parameters<Parameters<typeof writeArchive>[1]>[0]): Promise<void> => {
    await archive.addFile("backup.json", join(unpacked, "backup.json"));
    await addFolder(archive, { path: join(unpacked, "tables"), name: "tables", isWanted: () => true });
    await archive.addFile("tables.json", join(unpacked, "tables.json"));
  };
  await writeArchive({ file, recipients: [] }, write, () => undefined);
  return file;
}

test("[KEEP-8] a backup that a database rejects is refused, and leaves nothing behind", async () => {
  const unharmed = await changedBackup(() => undefined);
  expect(await verify(unharmed)).toMatchObject({ exitCode: 0 });
  const rows = (unpacked: string): string => join(unpacked, "tables/silences");
  const refused = [
    [(unpacked: string) => writeFileSync(join(rows(unpacked), "00000001"), "1\t2\tt\n"), "silences holds 1 rows of 0"],
    [
      (unpacked: string) => writeFileSync(join(rows(unpacked), "00000001"), "1\n"),
      "The database does not take the rows",
    ],
    [(unpacked: string) => writeFileSync(join(unpacked, "tables/storages/00000001"), ""), "storages holds 0 rows of 1"],
    [(unpacked: string) => rmSync(join(unpacked, "tables/storages"), { recursive: true }), "holds 0 rows of 1"],
    [(unpacked: string) => writeFileSync(join(unpacked, "tables.json"), "{"), "The backup is damaged (tables.json"],
    [(unpacked: string) => rmSync(join(unpacked, "tables.json")), "The backup is damaged (tables.json is missing"],
  ] as const;
  for (const [change, sentence] of refused) {
    const { exitCode, stderr } = await verify(await changedBackup(change));
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(sentence)]);
  }
  const cut = join(temporaryFolder(), "cut");
  writeFileSync(cut, readFileSync(copied).subarray(0, 1_000_000));
  expect(await verify(cut)).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("is damaged") });
  expect(readdirSync(DATA_DIR)).not.toContain("verifying");
});

test("[KEEP-2a] a backup whose header names a folder that is no storage of its database is refused, and nothing is written there", async () => {
  const victim = join(temporaryFolder(), "victim");
  const id = "0123abcd-0000-4000-8000-000000000000";
  const changed = await changedBackup((unpacked) => {
    const path = join(unpacked, "backup.json");
    const header = JSON.parse(readFileSync(path, "utf8"));
    writeFileSync(path, JSON.stringify({ ...header, elsewhere: [{ name: `storage-${id}`, folder: victim }] }));
  });
  expect(await verify(changed)).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("does not know as") });
  const restore = () => runHere(["restore", changed], { DATA_DIR: temporaryFolder() });
  expect(await restore()).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("which does not exist: ") });
  expect(existsSync(victim)).toBe(false);
  mkdirSync(victim);
  const { exitCode, stderr } = await restore();
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`\nFiles go into ${victim}.\n`)]);
  expect(stderr).toContain(`it holds files for ${victim}, which its database does not know as a storage.`);
  expect(readdirSync(victim)).toEqual([]);
});

test("[KEEP-8] leftovers of a killed verification do no harm, and a second concurrent verification is refused", async () => {
  const verifying = join(DATA_DIR, "verifying");
  mkdirSync(join(verifying, "restoring/postgres"), { recursive: true });
  expect(await verify(logical)).toMatchObject({ exitCode: 0 });
  const held = holdDataFolder(verifying);
  const { exitCode, stderr } = await verify(logical);
  held?.release();
  expect([exitCode, stderr]).toEqual([1, `Another backup is being verified in ${verifying}: wait until it is done.\n`]);
});

test("[KEEP-8] a backup of our own PostgreSQL is refused if a DATABASE_URL is set", async () => {
  const settings = { DATA_DIR: temporaryFolder(), DATABASE_URL: "postgresql://cuplaj@127.0.0.1:9/cuplaj" };
  expect(await runHere(["backup", "verify", copied], settings)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("restore it without DATABASE_URL, or make one with --logical."),
  });
  expect(await runHere(["backup", "verify", logical], settings)).toMatchObject({ exitCode: 0 });
});
