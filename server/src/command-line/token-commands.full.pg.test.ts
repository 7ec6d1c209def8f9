import { expect, test } from "vitest";
import { call } from "../testing/http-calls.ts";
import { openLive } from "../testing/open-live.ts";
import { runHere } from "../testing/server-here.ts";
import { initialisedFolder, startServerProcess } from "../testing/server-process.ts";

test("[ERP-2][ERP-2d][RUN-7] token add, list and revoke work next to a running server, and a revoked program's sockets close", async () => {
  const settings = { DATA_DIR: initialisedFolder("demo"), DEMO: "1", LOG_LEVEL: "info" };
  const server = await startServerProcess(settings);
  const { url } = server;
  const run = (words: readonly string[], input = "") => runHere(words, settings, input);
  const account = ["--username", "erp", "--name", "ERP", "--kind", "erp", "--role", "Program", "--password-stdin"];
  expect(await run(["user", "add", ...account], "parola-lunga")).toMatchObject({ exitCode: 0 });
  expect(await run(["token", "add", "nimeni", "--name", "ERP"])).toMatchObject({
    exitCode: 1,
    stdout: "",
  });

  const made = await run(["token", "add", "erp", "--name", "Nexus"]);
  const token = made.stdout.trim();
  expect([made.stdout, made.stderr.includes(token)]).toEqual([expect.stringMatching(/^[\w-]{43}\n$/u), false]);
  const me = await call(url, "/api/v1/me", { token });
  expect(me.body["user"]).toMatchObject({ username: "erp", roles: [{ name: "Program" }] });
  const listed = (await run(["token", "list"])).stdout;
  const id = /^(\d+) +erp +Nexus +\d{4}-\S+ +\d{4}-\S+$/mu.exec(listed)?.[1] ?? "";
  expect([id, listed.includes(token)]).toEqual([expect.stringMatching(/^\d+$/u), false]);
  expect(await run(["token", "revoke", "--id", "0"])).toMatchObject({ exitCode: 1 });
  expect(await run(["token", "revoke", "--id", id])).toMatchObject({ exitCode: 0 });
  expect((await call(url, "/api/v1/me", { token })).status).toBe(401);

  const agent = (await run(["token", "add", "mia", "--name", "Panou"])).stdout.trim();
  const socket = await openLive(url, agent);
  const agentId = /^(\d+) +mia /mu.exec((await run(["token", "list"])).stdout)?.[1] ?? "";
  expect((await run(["token", "revoke", "--id", agentId])).exitCode).toBe(0);
  expect(await socket.closed).toBe(4009);

  server.signal("SIGTERM");
  const log = (await server.ended).stderr;
  expect(log.match(/"account\.token-(?:added|revoked)"/gu)).toHaveLength(4);
  expect([log.includes(token), log.includes(agent)]).toEqual([false, false]);
});
