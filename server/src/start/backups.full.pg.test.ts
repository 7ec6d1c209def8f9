import { execFileSync } from "node:child_process";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { endAfterAll } from "../testing/at-end.ts";
import { runHere, startHere, startProblem } from "../testing/server-here.ts";
import { initialisedFolder, runProgram, shareServer, temporaryFolder } from "../testing/server-process.ts";

const isRoot = process.getuid?.() === 0;

const cuplaj = (words: readonly string[], DATA_DIR: string): ReturnType<typeof runProgram> =>
  runProgram("cuplaj.ts", words, { DATA_DIR });

async function refusalOf(words: readonly string[], DATA_DIR: string): Promise<string> {
  const { exitCode, stderr } = await runHere(words, { DATA_DIR });
  expect(exitCode).toBe(1);
  return stderr.trimEnd();
}

describe("with our own PostgreSQL", () => {
  const atEnd = endAfterAll();
  const DATA_DIR = initialisedFolder("demo", atEnd);
  const start = shareServer(() => ({ DATA_DIR, DEMO: "1" }));
  const file = join(temporaryFolder(atEnd), "cuplaj.tar.zst");

  beforeAll(async () => {
    await start();
    const { exitCode, stderr } = await cuplaj(["backup", file], DATA_DIR);
    if (exitCode !== 0) throw new Error(stderr);
  });

  test("[KEEP-1] a backup can be read by tar and sha256sum", async () => {
    const unpacked = temporaryFolder();
    const tar = join(unpacked, "plain.tar");
    const { zstdDecompressSync } = await import("node:zlib");
    writeFileSync(tar, zstdDecompressSync(readFileSync(file)));
    execFileSync("tar", ["-xf", tar, "-C", unpacked, "--no-same-owner"]);
    execFileSync("sha256sum", ["--check", "--quiet", "checksums.sha256"], { cwd: unpacked });
    const header = JSON.parse(readFileSync(join(unpacked, "backup.json"), "utf8"));
    expect(header).toMatchObject({ format: 1, database: "own" });
  });

  test("[KEEP-1a] an existing or unwritable FILE is refused and stays unchanged", async () => {
    const mine = join(temporaryFolder(), "mine");
    writeFileSync(mine, "mine");
    const taken = await cuplaj(["backup", mine], DATA_DIR);
    expect([taken.exitCode, taken.stderr]).toEqual([1, expect.stringContaining(`${mine} already exists`)]);
    expect(readFileSync(mine, "utf8")).toBe("mine");
    expect(await refusalOf(["backup", "/nowhere/at-all"], DATA_DIR)).toMatch(
      /\nThe backup \/nowhere\/at-all cannot be written \(ENOENT\): no partial file remains\.$/u,
    );
  });

  test("[KEEP-2a] a truncated or changed backup is refused, and the folder stays empty", async () => {
    const whole = readFileSync(file);
    const damaged = join(temporaryFolder(), "damaged");
    const target = join(temporaryFolder(), "data");
    const sentence = /is damaged or not a Cuplaj backup .*: nothing was restored\.$/u;
    const refuse = async (bytes: Uint8Array): Promise<void> => {
      writeFileSync(damaged, bytes);
      expect(await refusalOf(["restore", damaged], target)).toMatch(sentence);
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
    // Checks that the real program prints the sentence.
    writeFileSync(damaged, whole.subarray(0, Math.floor(whole.length / 2)));
    const { exitCode, stderr } = await cuplaj(["restore", damaged], target);
    expect([exitCode, stderr.trimEnd()]).toEqual([1, expect.stringMatching(sentence)]);
    expect(readdirSync(target)).toEqual(["lock"]);
  });

  test("[KEEP-2b] a folder in use, or not empty, is refused", async () => {
    const server = await start();
    const inUse = await cuplaj(["restore", file], DATA_DIR);
    expect([inUse.exitCode, inUse.stderr]).toEqual([
      1,
      expect.stringContaining(`DATA_DIR ${DATA_DIR} is in use by a running Cuplaj`),
    ]);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const full = temporaryFolder();
    writeFileSync(join(full, "notes"), "");
    expect(await refusalOf(["restore", file], full)).toContain(`DATA_DIR ${full} is not empty`);
    expect(readdirSync(full)).toEqual(["notes"]);
    expect(await refusalOf(["restore", "/nowhere"], join(full, "new"))).toContain("/nowhere cannot be read (ENOENT).");
  });

  test.runIf(isRoot)("[KEEP-2b] root does not restore into another account's folder", async () => {
    const theirs = temporaryFolder();
    chownSync(theirs, 65_534, 65_534);
    expect(await refusalOf(["restore", file], theirs)).toContain(`DATA_DIR ${theirs} belongs to another user (65534)`);
    expect(readdirSync(theirs)).toEqual([]);
  });

  test("[KEEP-2d] a server does not start on an unfinished restore, and another restore replaces it", async () => {
    const begun = temporaryFolder();
    mkdirSync(join(begun, "restoring"));
    expect(await startProblem({ DATA_DIR: begun })).toContain(`DATA_DIR ${begun} holds an unfinished restore`);
    expect((await runHere(["restore", file], { DATA_DIR: begun })).stdout).toMatch(/^Restored all /u);
    expect(existsSync(join(begun, "restoring"))).toBe(false);
  });

  test("[KEEP-2] a backup of our own PostgreSQL is not restored into a DATABASE_URL", async () => {
    const settings = { DATA_DIR: temporaryFolder(), DATABASE_URL: "postgresql://cuplaj:hunter2@127.0.0.1:9/cuplaj" };
    const { exitCode, stderr } = await runProgram("cuplaj.ts", ["restore", file], settings);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("restore it without DATABASE_URL, ")]);
    expect(stderr).not.toContain("hunter2");
  });
});

describe("with our own PostgreSQL whose files a test changes", () => {
  test("[KEEP-1c] a backup includes files in a folder outside DATA_DIR and restores them there, and fails while the folder is away", async () => {
    const DATA_DIR = initialisedFolder("demo");
    await startHere({ DATA_DIR, DEMO: "1" });
    const elsewhere = join(temporaryFolder(), "files");
    const moved = await runHere(["storage", "move", `file:${elsewhere}`], { DATA_DIR });
    expect(moved.stdout).toContain(`file://${elsewhere}`);
    const backUp = async (): Promise<{ readonly file: string; readonly said: string }> => {
      const file = join(temporaryFolder(), "backup");
      return { file, said: (await runHere(["backup", file], { DATA_DIR })).stdout };
    };
    const whole = await backUp();
    expect(whole.said).not.toContain("does not contain");
    const restoreWhole = () => runHere(["restore", whole.file], { DATA_DIR: temporaryFolder() });
    expect((await restoreWhole()).stderr).toContain(`files of ${elsewhere}, which is not empty`);

    const away = `${elsewhere}-away`;
    renameSync(elsewhere, away);
    const without = temporaryFolder();
    const refused = await runHere(["backup", join(without, "backup")], { DATA_DIR });
    expect([refused.exitCode, refused.stderr]).toEqual([
      1,
      expect.stringContaining(`The files of messages in ${elsewhere} are away: mount that folder`),
    ]);
    expect(readdirSync(without)).toEqual([]);

    expect((await restoreWhole()).stderr).toContain(`files of ${elsewhere}, which does not exist: `);
    mkdirSync(elsewhere);
    const cut = join(temporaryFolder(), "cut");
    writeFileSync(cut, readFileSync(whole.file).subarray(0, -2000));
    expect((await runHere(["restore", cut], { DATA_DIR: temporaryFolder() })).exitCode).toBe(1);
    expect(readdirSync(elsewhere)).toEqual([]);
    expect((await restoreWhole()).stdout).toMatch(/^Restored all .*; the server can start\.\n$/u);
    const filesIn = (folder: string): string[] =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => !name.startsWith("work"));
    expect(filesIn(elsewhere).toSorted()).toEqual(filesIn(away).toSorted());
  });

  test("[KEEP-1c] a backup fails while the files of DATA_DIR are away", async () => {
    const DATA_DIR = initialisedFolder("demo");
    await startHere({ DATA_DIR, DEMO: "1" });
    renameSync(join(DATA_DIR, "files"), join(DATA_DIR, "away"));
    const file = join(temporaryFolder(), "backup");
    expect(await refusalOf(["backup", file], DATA_DIR)).toContain(`in ${join(DATA_DIR, "files")} are away: `);
    expect(existsSync(file)).toBe(false);
  });

  test("[KEEP-1c] a backup and its restore count messages' files that the storage lost", async () => {
    const DATA_DIR = initialisedFolder("demo");
    await startHere({ DATA_DIR, DEMO: "1" });
    const [lost] = readdirSync(join(DATA_DIR, "files"), { recursive: true, encoding: "utf8" }).filter((path) =>
      /\/[0-9a-f-]{36}$/u.test(path),
    );
    rmSync(join(DATA_DIR, "files", lost ?? ""));
    const file = join(temporaryFolder(), "backup");
    expect((await runHere(["backup", file], { DATA_DIR })).stdout).toContain(
      "that the storage lost, and the backup lacks: 1.",
    );
    const restored = await runHere(["restore", file], { DATA_DIR: temporaryFolder() });
    expect(restored.stdout).toContain(
      "\nMessage files missing from the backup, such as those removed while it was made: 1.",
    );
  });
});
