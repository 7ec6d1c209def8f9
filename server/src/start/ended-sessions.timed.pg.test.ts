import { expect, test } from "vitest";
import { medianOfThree, onThisMachine } from "@cuplaj/protocol/testing/calibration.ts";
import { startStopwatch } from "@cuplaj/protocol/testing/stopwatch.ts";
import { createTestDatabase } from "../testing/database.ts";
import { call, signIn } from "../testing/http-calls.ts";
import { openLive } from "../testing/open-live.ts";
import { skipWithoutRedis, startRedisOfFile } from "../testing/redis.ts";
import { runHere } from "../testing/server-here.ts";
import { shareServer, temporaryFolder } from "../testing/server-process.ts";

const { url: DATABASE_URL } = await createTestDatabase();
const redis = await startRedisOfFile();
const share = (more: Record<string, string> = {}) =>
  shareServer((atEnd) => ({
    ...{ DATA_DIR: temporaryFolder(atEnd), DATABASE_URL, DEMO: "1", LIMITS: "off" },
    ...(redis === null ? {} : { REDIS_URL: redis.url }),
    ...more,
  }));
const [startOne, startOther] = [share(), share()];

async function run(...words: readonly string[]): Promise<string> {
  const { exitCode, stdout } = await runHere(words, { DATABASE_URL, DATA_DIR: temporaryFolder() });
  expect(exitCode).toBe(0);
  return stdout;
}

async function ask(method: string, url: string, token: string): Promise<void> {
  const { status } = await fetch(url, { method, headers: { Authorization: `Bearer ${token}` } });
  expect(status).toBe(200);
}

interface Ending {
  readonly token: string;
  readonly code: number;
  readonly end: () => Promise<unknown>;
}

const passwords = ["demo", "o parolă nouă", "încă o parolă", "a treia parolă"];
const roles = ["Admin", "Operator", "Admin"];

const endings: Record<string, (url: string) => Promise<Ending>> = {
  "[AUTH-4] logging out": async (url) => {
    const token = await signIn(url, "ana");
    return { token, code: 4009, end: () => ask("POST", `${url}/api/v1/logout`, token) };
  },
  "[AUTH-10] ending a session from another device": async (url) => {
    const [here, token] = [await signIn(url, "ana"), await signIn(url, "ana")];
    const { devices } = (await call(url, "/api/v1/me/devices", { token })).body;
    const ended = (devices as { id: number; is_current: boolean }[]).find(({ is_current: isCurrent }) => isCurrent);
    return { token, code: 4009, end: () => ask("DELETE", `${url}/api/v1/me/devices/${ended?.id}`, here) };
  },
  "[AUTH-4] a changed password": async (url) => {
    const enter = async (): Promise<string> => {
      const { body } = await call(url, "/api/v1/login", { body: { username: "mihai", password: passwords[0] } });
      return String(body["token"]);
    };
    const [here, token] = [await enter(), await enter()];
    const [current, password] = [passwords.shift(), passwords[0]];
    const end = () => call(url, "/api/v1/me/password", { token: here, body: { current, password } });
    return { token, code: 4009, end };
  },
  "[ERP-2d] `cuplaj token revoke`": async () => {
    const token = (await run("token", "add", "mia", "--name", "Panou")).trim();
    const id = /^(\d+) +mia /mu.exec(await run("token", "list"))?.[1] ?? "";
    return { token, code: 4009, end: () => run("token", "revoke", "--id", id) };
  },
  "[PERM-1c] `cuplaj user role`": async (url) => {
    const token = await signIn(url, "radu", "erp/login");
    const role = roles.shift() ?? "";
    return { token, code: 4200, end: () => run("user", "role", "--username", "radu", "--role", role) };
  },
};

test.for(Object.entries(endings))("%s reaches a socket at another process within 2 s", async ([, begin], context) => {
  if (redis === null) return skipWithoutRedis(context);
  const [{ url }, { url: otherUrl }] = [await startOne(), await startOther()];
  const turn = async (): Promise<number> => {
    const { token, code, end } = await begin(url);
    const socket = await openLive(otherUrl, token);
    await end();
    const elapsedMs = startStopwatch();
    expect(await socket.closed).toBe(code);
    return elapsedMs();
  };
  expect(await medianOfThree(turn)).toBeLessThan(onThisMachine(2000));
});
