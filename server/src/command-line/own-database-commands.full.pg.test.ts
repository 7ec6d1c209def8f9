import { expect, test } from "vitest";
import { call } from "../testing/http-calls.ts";
import { runHere, startHere } from "../testing/server-here.ts";
import { initialisedFolder, runProgram, temporaryFolder } from "../testing/server-process.ts";

test("[RUN-7] user add works next to a running server, asks for nothing twice, and the person can sign in", async () => {
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
