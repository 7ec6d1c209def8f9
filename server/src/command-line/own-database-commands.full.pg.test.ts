import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { call } from "../testing/http-calls.ts";
import { runHere, startHere } from "../testing/server-here.ts";
import { initialisedFolder, runProgram, temporaryFolder } from "../testing/server-process.ts";

test("[RUN-7] user add works beside a running server, asks for nothing twice, and the person can sign in", async () => {
  const DATA_DIR = initialisedFolder("empty");
  const server = await startHere({ DATA_DIR, DEMO: "0" });
  const words = ["user", "add", "--username", "Dana", "--name", "Dana Pop", "--kind", "erp", "--password-stdin"];
  const added = await runProgram("cuplaj.ts", words, { DATA_DIR }, "parola-lunga\n");
  expect(added).toMatchObject({ exitCode: 0, stderr: `Database: PostgreSQL of DATA_DIR ${DATA_DIR}\n` });
  const signIn = (password: string): ReturnType<typeof call> =>
    call(server.url, "/api/v1/erp/login", { body: { username: "dana", password } });
  const { status, body } = await signIn("parola-lunga");
  expect(status).toBe(200);

  const again = await runHere(words, { DATA_DIR }, "parola-lunga\n");
  expect(again.exitCode).toBe(1);
  expect(again.stderr).toMatch(/\n--username Dana is taken\.\n$/u);

  const changed = ["user", "password", "--username", "dana", "--password-stdin"];
  expect(await runHere(changed, { DATA_DIR }, "alta-parola")).toMatchObject({ exitCode: 0 });
  expect((await call(server.url, "/api/v1/me", { token: String(body["token"]) })).status).toBe(401);
  expect((await signIn("alta-parola")).status).toBe(200);

  expect(await runHere(["user", "disable", "--username", "dana"], { DATA_DIR })).toMatchObject({
    exitCode: 0,
  });
  expect((await signIn("alta-parola")).status).toBe(422);
  expect((await runHere(["user", "list"], { DATA_DIR })).stdout).toMatch(/erp +Dana +Dana Pop +Operator +disabled/u);
});

test("[RUN-7] commands work without a server as well, and leave nothing running", async () => {
  const DATA_DIR = temporaryFolder();
  expect(await runProgram("cuplaj.ts", ["demo", "fill", "--new"], { DATA_DIR })).toMatchObject({ exitCode: 0 });
  expect(await runProgram("cuplaj.ts", ["demo", "fill"], { DATA_DIR })).toMatchObject({ exitCode: 1 });
  expect(await runProgram("cuplaj.ts", ["migrate"], { DATA_DIR })).toMatchObject({
    stdout: "The tables are up to date.\n",
  });
  const refused = await runProgram("cuplaj.ts", ["demo", "fill"], { DATA_DIR, NODE_ENV: "production" });
  expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
});

test("[RUN-7c] a command makes no database unless it is told to, and touches nothing", async () => {
  const DATA_DIR = join(temporaryFolder(), "data");
  const problem = `DATA_DIR ${DATA_DIR} holds no database: give the command the service's settings, or --new to make one.\n`;
  const refused = { exitCode: 1, stdout: "", stderr: problem };
  expect(await runHere(["user", "list"], { DATA_DIR })).toEqual(refused);
  expect(existsSync(DATA_DIR)).toBe(false);
  mkdirSync(DATA_DIR);
  expect(await runHere(["user", "list"], { DATA_DIR })).toEqual(refused);
  expect(readdirSync(DATA_DIR)).toEqual([]);
});

test.runIf(process.getuid?.() === 0)(
  "[RUN-7d] root is refused on another account's folder, and told whose it is",
  async () => {
    const DATA_DIR = temporaryFolder();
    const { uid, gid } = someAccount();
    chownSync(DATA_DIR, uid, gid);
    const { exitCode, stderr } = await runHere(["user", "list", "--new"], { DATA_DIR });
    expect([exitCode, stderr]).toEqual([
      1,
      `DATA_DIR ${DATA_DIR} belongs to another account: run this as it does (runuser -u nobody -- ...).\n`,
    ]);
    expect(readdirSync(DATA_DIR)).toEqual([]);
  },
);

/** Of the account `nobody`. */
function someAccount(): { readonly uid: number; readonly gid: number } {
  const [, , uid, gid] = /^nobody:.*$/mu.exec(readFileSync("/etc/passwd", "utf8"))?.[0].split(":") ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}
