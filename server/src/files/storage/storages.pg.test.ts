import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { StartupProblem } from "../../kernel/startup-problem.ts";
import { createTestDatabase } from "../../testing/database.ts";
import { temporaryFolder } from "../../testing/server-process.ts";
import { localFile, read } from "../../testing/storage-suite.ts";
import { openFileStorages } from "./open-file-storages.ts";
import { createStorageRows } from "./storages.pg.ts";

async function begin() {
  const { pool } = await createTestDatabase();
  const rows = createStorageRows(pool);
  const start = async (dataDir: string, storageUrl: string | null = null) =>
    await openFileStorages({ rows, dataDir, storageUrl });
  const table = async () => (await pool.query("select id, url, is_current from storages order by created_at")).rows;
  return { pool, start, table };
}

const identityOf = (folder: string): string => readFileSync(join(folder, "cuplaj-storage"), "utf8").trim();
const [name, other] = ["0189d6a2-0000-7000-8000-0000000e90c4", "1189d6a2-0000-7000-8000-0000000e90c4"];

test("[MSG-3t] the first start creates a storage in DATA_DIR, with its id in table and folder; later ones find it", async () => {
  const [{ start, table }, dataDir] = [await begin(), temporaryFolder()];
  const storages = await start(dataDir);
  const { id, storage } = await storages.current();
  await storage.put(name, await localFile(storages, Buffer.from("x")));
  expect(await table()).toEqual([{ id, url: "file:files", is_current: true }]);
  expect([identityOf(join(dataDir, "files")), storages.workFolder]).toEqual([id, join(dataDir, "files/work")]);
  const again = await (await start(dataDir)).current();
  expect([again.id, String(await read(again.storage, name))]).toEqual([id, "x"]);
  const copy = temporaryFolder();
  cpSync(dataDir, copy, { recursive: true });
  const copied = await (await start(copy)).current();
  expect([copied.id, String(await read(copied.storage, name))]).toEqual([id, "x"]);
});

test("[MSG-3t] STORAGE_URL sets the location of the first start, and other processes without it follow", async () => {
  const [{ start, table }, dataDir, folder] = [await begin(), temporaryFolder(), temporaryFolder()];
  const url = pathToFileURL(join(folder, "poze și fișiere")).href;
  const { id } = await (await start(dataDir, url)).current();
  expect(await table()).toEqual([{ id, url, is_current: true }]);
  expect((await (await start(temporaryFolder())).current()).id).toBe(id);
});

test("[MSG-3u] the second of two processes with different folders does not start, and its folder stays untouched", async () => {
  const { start } = await begin();
  const [first, second] = [temporaryFolder(), temporaryFolder()];
  const outcomes = await Promise.allSettled([start(first), start(second)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const refusal = outcomes.find((outcome) => outcome.status === "rejected");
  const refused = join(outcomes[0].status === "rejected" ? first : second, "files");
  expect(refusal?.reason).toEqual(
    new StartupProblem(
      `${refused} is not where the files of this database are: set STORAGE_URL to the location that all processes share, or restore that folder from a backup.`,
    ),
  );
  expect(existsSync(join(refused, "cuplaj-storage"))).toBe(false);
});

test("[MSG-3u] a STORAGE_URL with another location, or another database's files, prevents startup", async () => {
  const [{ start, table }, dataDir, folder] = [await begin(), temporaryFolder(), temporaryFolder()];
  await start(dataDir);
  const url = pathToFileURL(folder).href;
  const elsewhere = `STORAGE_URL is ${folder}, but the files of this database are in file:files: set it to that, or move the files with "cuplaj storage move".`;
  await expect(start(dataDir, url)).rejects.toThrow(new StartupProblem(elsewhere));
  const another = await begin();
  const storages = await another.start(temporaryFolder(), url);
  await expect(start(dataDir, url)).rejects.toThrow(new StartupProblem(elsewhere));
  await (await storages.current()).storage.put(name, await localFile(storages, Buffer.from("x")));
  const third = await begin();
  await expect(third.start(temporaryFolder(), url)).rejects.toThrow(
    new StartupProblem(`${folder} holds files of another database: use an empty location.`),
  );
  expect([(await table()).length, await third.table()]).toEqual([1, []]);
});

test("[MSG-3u] a moved folder is found by STORAGE_URL, and afterwards by the database", async () => {
  const [{ start, table }, dataDir, folder] = [await begin(), temporaryFolder(), temporaryFolder()];
  const { id } = await (await start(dataDir)).current();
  renameSync(join(dataDir, "files"), join(folder, "moved"));
  const url = pathToFileURL(join(folder, "moved")).href;
  await start(dataDir, url);
  expect(await table()).toEqual([{ id, url, is_current: true }]);
  rmSync(join(dataDir, "files"), { recursive: true, force: true });
  expect((await (await start(dataDir)).current()).id).toBe(id);
});

test("[MSG-3u] a start interrupted before the table was written is completed by the next, whatever it left", async () => {
  const [{ start, table }, dataDir] = [await begin(), temporaryFolder()];
  mkdirSync(join(dataDir, "files"));
  writeFileSync(join(dataDir, "files/cuplaj-storage"), `${other}\n`);
  const { id } = await (await start(dataDir)).current();
  expect([identityOf(join(dataDir, "files")), (await table()).length, id === other]).toEqual([id, 1, false]);
});

test("[MSG-3u] a folder with other contents is refused and stays unchanged", async () => {
  const [{ start, table }, folder] = [await begin(), temporaryFolder()];
  writeFileSync(join(folder, "hosts"), "127.0.0.1");
  await expect(start(temporaryFolder(), pathToFileURL(folder).href)).rejects.toThrow(
    new StartupProblem(
      `The file storage ${folder} cannot be used (it holds other files and no cuplaj-storage): set STORAGE_URL to a folder that this account can write to, or to a reachable bucket.`,
    ),
  );
  expect([readdirSync(folder), await table()]).toEqual([["hosts"], []]);
  await expect(start(folder, "file:.")).rejects.toThrow("it holds other files");
  // A new disk is not empty either.
  rmSync(join(folder, "hosts"));
  mkdirSync(join(folder, "lost+found"));
  await start(temporaryFolder(), pathToFileURL(folder).href);
  expect(identityOf(folder)).toBe((await table())[0]?.id);
});

test.runIf(process.getuid?.() === 0)(
  "[MSG-3u] a folder that the file system refuses to create prevents startup",
  async () => {
    const [{ start }, folder] = [await begin(), temporaryFolder()];
    execFileSync("mount", ["-t", "proc", "proc", folder]);
    onTestFinished(() => void execFileSync("umount", [folder]));
    await expect(start(temporaryFolder(), pathToFileURL(join(folder, "nope/files")).href)).rejects.toThrow(
      "cannot be used (ENOENT)",
    );
  },
);

test("[MSG-3u] a location that cannot be used prevents startup with the reason", async () => {
  const { start } = await begin();
  const folder = temporaryFolder();
  writeFileSync(join(folder, "file"), "");
  const url = pathToFileURL(join(folder, "file/inside")).href;
  await expect(start(folder, url)).rejects.toThrow(
    new StartupProblem(
      `The file storage ${join(folder, "file/inside")} cannot be used (ENOTDIR): set STORAGE_URL to a folder that this account can write to, or to a reachable bucket.`,
    ),
  );
  const nobody = "s3://cuplaj-files/a?endpoint=http://127.0.0.1:9&region=us-east-1";
  await expect(start(folder, nobody)).rejects.toThrow(/^The file storage s3:.* cannot be used/u);
});

test("[MSG-3u] a process follows a change of the current storage, and still reads from the old one", async () => {
  const [{ start, pool }, dataDir, folder] = [await begin(), temporaryFolder(), temporaryFolder()];
  const [running, foreign] = [await start(dataDir), await begin()];
  const before = await running.current();
  const { id } = await (await foreign.start(folder)).current();
  await pool.query("update storages set is_current = false");
  const url = pathToFileURL(join(folder, "files")).href;
  await createStorageRows(pool).makeCurrent({ id, url });
  const now = await running.current();
  await now.storage.put(name, await localFile(running, Buffer.from("x")));
  expect([now.id, String(await read(await running.byId(id), name))]).toEqual([id, "x"]);
  expect(await read(await running.byId(before.id), name)).toBe(null);
});

test("[MSG-3r] a storage that was unavailable at first use is retried", async () => {
  const [{ start, pool }, dataDir, folder] = [await begin(), temporaryFolder(), temporaryFolder()];
  const running = await start(dataDir);
  const url = pathToFileURL(join(folder, "later")).href;
  await pool.query("insert into storages (id, url) values ($1, $2)", [other, url]);
  await expect(running.byId(other)).rejects.toThrow("the file storage is away");
  mkdirSync(join(folder, "later"));
  writeFileSync(join(folder, "later/cuplaj-storage"), other);
  expect(await read(await running.byId(other), name)).toBe(null);
});
