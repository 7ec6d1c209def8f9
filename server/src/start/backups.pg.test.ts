import { execFileSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { call, signIn } from "../testing/http-calls.ts";
import { initialisedFolder, runProgram, startServerProcess, temporaryFolder } from "../testing/server-process.ts";

// Whole programs start and stop here, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 });

const isRoot = process.getuid?.() === 0;

const cuplaj = (words: readonly string[], DATA_DIR: string): ReturnType<typeof runProgram> =>
  runProgram("cuplaj.ts", words, { DATA_DIR });

/** The names of all files below a folder. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted();

/** A demo that is backed up while it runs; answers what somebody reads there. */
async function backedUpDemo() {
  const DATA_DIR = initialisedFolder("demo");
  const server = await startServerProcess({ DATA_DIR, DEMO: "1" });
  const token = await signIn(server.url, "ana");
  const { body } = await call(server.url, "/api/v1/publish/oferta.10001", { token, body: { message: "Înainte" } });
  const file = join(temporaryFolder(), "cuplaj.tar.zst");
  const made = await cuplaj(["backup", file], DATA_DIR);
  return { DATA_DIR, server, token, file, made, seq: (body["message"] as { seq: number }).seq };
}

/** The room of the demo that everything is written to. */
async function readRoom(url: string, token: string) {
  const { body } = await call(url, "/api/v1/chat/oferta.10001", { token });
  const [room] = body["chats"] as [{ epoch: string; last_seq: number; messages: { message: string }[] }];
  return room;
}

async function lastBackup(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^cuplaj_last_backup_seconds (\S+)$/mu.exec(text)?.[1]);
}

describe("with the own PostgreSQL", () => {
  test("[KEEP-1][KEEP-2][KEEP-2c][KEEP-3] what is backed up beside a running server comes back elsewhere, under another epoch", async () => {
    const { DATA_DIR, server, token, file, made, seq } = await backedUpDemo();
    expect([made.exitCode, made.stderr.split("\n")[0]]).toEqual([0, `Database: PostgreSQL of DATA_DIR ${DATA_DIR}`]);
    expect(made.stdout).toMatch(/^\S+ holds all that was stored until \S+Z \(\d+ bytes\)\.\n$/u);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(file, ".."))).toEqual([basename(file)]);
    expect(Date.now() / 1000 - (await lastBackup(server.url))).toBeLessThan(60);
    await call(server.url, "/api/v1/publish/oferta.10001", { token, body: { message: "După" } });
    const before = await readRoom(server.url, token);

    const restored = join(temporaryFolder(), "data");
    const came = await cuplaj(["restore", file], restored);
    expect(came).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^Restored all .*; the server can start\.\n$/u),
    });
    expect(readdirSync(restored).toSorted()).toEqual(
      ["files", "lock", "postgres", "postgres-password", "postgres-superuser-password"].toSorted(),
    );
    expect(filesIn(join(restored, "files"))).toEqual(filesIn(join(DATA_DIR, "files")));
    const second = await startServerProcess({ DATA_DIR: restored, DEMO: "1" });
    const room = await readRoom(second.url, token);
    expect(room.last_seq).toBe(seq);
    expect(room.messages.at(-1)?.message).toBe("Înainte");
    expect(room.epoch).not.toBe(before.epoch);
  });

  test("[KEEP-1] a backup is what tar and sha256sum read", async () => {
    const { file } = await backedUpDemo();
    const folder = temporaryFolder();
    const tar = join(folder, "plain.tar");
    const { zstdDecompressSync } = await import("node:zlib");
    writeFileSync(tar, zstdDecompressSync(readFileSync(file)));
    execFileSync("tar", ["-xf", tar, "-C", folder, "--no-same-owner"]);
    execFileSync("sha256sum", ["--check", "--quiet", "checksums.sha256"], { cwd: folder });
    expect(JSON.parse(readFileSync(join(folder, "backup.json"), "utf8"))).toMatchObject({ format: 1, database: "own" });
  });

  test("[KEEP-1a] a FILE that is there, or cannot be written, is refused and left alone", async () => {
    const DATA_DIR = initialisedFolder("empty");
    const file = join(temporaryFolder(), "mine");
    writeFileSync(file, "mine");
    const taken = await cuplaj(["backup", file, "--new"], DATA_DIR);
    expect([taken.exitCode, taken.stderr]).toEqual([1, expect.stringContaining(`${file} is there already`)]);
    expect(readFileSync(file, "utf8")).toBe("mine");
    const nowhere = await cuplaj(["backup", "/nowhere/at-all", "--new"], DATA_DIR);
    expect(nowhere.stderr).toContain("The backup /nowhere/at-all cannot be written (ENOENT): nothing is left of it.\n");
  });

  test("[KEEP-2a] a backup that was cut or changed anywhere is refused, and the folder stays empty", async () => {
    const { file } = await backedUpDemo();
    const whole = readFileSync(file);
    const target = join(temporaryFolder(), "data");
    const refuse = async (bytes: Uint8Array): Promise<void> => {
      writeFileSync(file, bytes);
      const { exitCode, stderr } = await cuplaj(["restore", file], target);
      expect([exitCode, stderr]).toEqual([
        1,
        expect.stringMatching(/is damaged, or no backup of Cuplaj .*: nothing was restored\.\n$/u),
      ]);
      expect(readdirSync(target)).toEqual(["lock"]);
    };
    for (const length of [0, 1000, Math.floor(whole.length / 2), whole.length - 2000])
      await refuse(whole.subarray(0, length));
    for (const at of [0, 200, Math.floor(whole.length / 3), whole.length - 2000]) {
      const changed = Uint8Array.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 0x10;
      await refuse(changed);
    }
    await refuse(Buffer.from("no backup at all"));
  });

  test("[KEEP-2b] a folder in use, and one that is not empty, are refused", async () => {
    const { DATA_DIR, server, file } = await backedUpDemo();
    const problem = async (folder: string): Promise<string> => {
      const { exitCode, stderr } = await cuplaj(["restore", file], folder);
      expect(exitCode).toBe(1);
      return stderr;
    };
    expect(await problem(DATA_DIR)).toContain(`DATA_DIR ${DATA_DIR} is in use by a running Cuplaj`);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const folder = temporaryFolder();
    writeFileSync(join(folder, "notes"), "");
    expect(await problem(folder)).toContain(`DATA_DIR ${folder} is not empty`);
    expect(readdirSync(folder)).toEqual(["notes"]);
    expect(await cuplaj(["restore", "/nowhere"], join(folder, "new"))).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("/nowhere cannot be read (ENOENT)."),
    });
  });

  test.runIf(isRoot)("[KEEP-2b] root restores into nobody else's folder", async () => {
    const file = join(temporaryFolder(), "backup");
    writeFileSync(file, "");
    const folder = temporaryFolder();
    chownSync(folder, 65_534, 65_534);
    const { exitCode, stderr } = await cuplaj(["restore", file], folder);
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining(`DATA_DIR ${folder} belongs to another user (65534)`),
    ]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("[KEEP-2d] no server starts on a restore that did not end, and another restore takes its place", async () => {
    const { file } = await backedUpDemo();
    const DATA_DIR = temporaryFolder();
    mkdirSync(join(DATA_DIR, "restoring"));
    const { exitCode, stderr } = await runProgram("main.ts", [], { DATA_DIR, PORT: "0", LOG_LEVEL: "silent" });
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining(`DATA_DIR ${DATA_DIR} holds a restore that did not end`),
    ]);
    expect(await cuplaj(["restore", file], DATA_DIR)).toMatchObject({ exitCode: 0 });
    expect(existsSync(join(DATA_DIR, "restoring"))).toBe(false);
  });

  test("[KEEP-1b] files that lie elsewhere are named", async () => {
    const DATA_DIR = initialisedFolder("demo");
    await startServerProcess({ DATA_DIR, DEMO: "1" });
    const elsewhere = join(temporaryFolder(), "files");
    expect(await cuplaj(["storage", "move", `file:${elsewhere}`], DATA_DIR)).toMatchObject({ exitCode: 0 });
    const file = join(temporaryFolder(), "backup");
    const sentence = `The files in file://${elsewhere} are not in it: keep a copy of those too.`;
    expect((await cuplaj(["backup", file], DATA_DIR)).stdout).toContain(sentence);
    expect((await cuplaj(["restore", file], temporaryFolder())).stdout).toContain(sentence);
  });

  test("[KEEP-1b] a restore counts the files of messages that the backup has not", async () => {
    const DATA_DIR = initialisedFolder("demo");
    await startServerProcess({ DATA_DIR, DEMO: "1" });
    const [lost] = readdirSync(join(DATA_DIR, "files"), { recursive: true, encoding: "utf8" }).filter((path) =>
      /\/[0-9a-f-]{36}$/u.test(path),
    );
    rmSync(join(DATA_DIR, "files", lost ?? ""));
    const file = join(temporaryFolder(), "backup");
    expect(await cuplaj(["backup", file], DATA_DIR)).toMatchObject({ exitCode: 0 });
    expect((await cuplaj(["restore", file], temporaryFolder())).stdout).toContain(
      "\n1 files of messages are not in it",
    );
  });

  test("[KEEP-2e] a backup of the own PostgreSQL is not restored into a DATABASE_URL", async () => {
    const { file } = await backedUpDemo();
    const settings = { DATA_DIR: temporaryFolder(), DATABASE_URL: "postgresql://cuplaj:hunter2@127.0.0.1:9/cuplaj" };
    const { exitCode, stderr } = await runProgram("cuplaj.ts", ["restore", file], settings);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("restore it without DATABASE_URL.\n")]);
    expect(stderr).not.toContain("hunter2");
  });
});
