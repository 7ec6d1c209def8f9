import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runHere } from "../testing/server-here.ts";
import { temporaryFolder } from "../testing/server-process.ts";

test("[RUN-7c] without --new a command creates no database and touches nothing", async () => {
  const DATA_DIR = join(temporaryFolder(), "data");
  const problem = `DATA_DIR ${DATA_DIR} holds no database: run the command with the service's settings, or with --new to create one.\n`;
  const refused = { exitCode: 1, stdout: "", stderr: problem };
  expect(await runHere(["user", "list"], { DATA_DIR })).toEqual(refused);
  expect(existsSync(DATA_DIR)).toBe(false);
  mkdirSync(DATA_DIR);
  expect(await runHere(["user", "list"], { DATA_DIR })).toEqual(refused);
  expect(readdirSync(DATA_DIR)).toEqual([]);
});

test.runIf(process.getuid?.() === 0)(
  "[RUN-7c] refuses root on another account's folder, and names the owner",
  async () => {
    const DATA_DIR = temporaryFolder();
    const { uid, gid } = someAccount();
    chownSync(DATA_DIR, uid, gid);
    const { exitCode, stderr } = await runHere(["user", "list", "--new"], { DATA_DIR });
    expect([exitCode, stderr]).toEqual([
      1,
      `DATA_DIR ${DATA_DIR} belongs to another account: run this as that account (runuser -u nobody -- ...).\n`,
    ]);
    expect(readdirSync(DATA_DIR)).toEqual([]);
  },
);

function someAccount(): { readonly uid: number; readonly gid: number } {
  const [, , uid, gid] = /^nobody:.*$/mu.exec(readFileSync("/etc/passwd", "utf8"))?.[0].split(":") ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}
