import { readFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { demoPeople } from "../demo/content/people.ts";
import { freePort } from "../kernel/free-port.ts";
import { hashPassword } from "../sign-in/password-hash.ts";
import { createTestDatabase } from "../testing/database.ts";
import { call, signIn } from "../testing/http-calls.ts";
import { openRawSocket } from "../testing/raw-socket.ts";
import { runHere, startHere, startProblem } from "../testing/server-here.ts";
import { runProgram, temporaryFolder } from "../testing/server-process.ts";

const everybody = demoPeople.map(({ username }) => username).join(", ");
const production = { NODE_ENV: "production" };
const fronted = { PUBLIC_URL: "https://chat.example.ro", TRUST_PROXY: "1" };
const open = { HOST: "0.0.0.0", PUBLIC_URL: "http://localhost:8080" };

async function settingsOn(DATABASE_URL: string) {
  const PORT = String(await freePort("127.0.0.1", 0, "PORT"));
  return { settings: { DATA_DIR: temporaryFolder(), DATABASE_URL, PORT }, url: `http://127.0.0.1:${PORT}` };
}

async function startAndStop(settings: Record<string, string>): Promise<void> {
  const server = await startHere(settings);
  await server.stop();
}

const tryToSignIn = async (url: string, username: string, password: string): Promise<number> => {
  const { status } = await call(url, "/api/v1/erp/login", { body: { username, password } });
  return status;
};

const { url: filledUrl, database } = await createTestDatabase();

test("[RUN-9d] once filled, no server that others can reach starts while demo accounts have the password demo", async () => {
  const { settings } = await settingsOn(filledUrl);
  const local = await startHere(settings);
  const { body } = await call(local.url, "/api/v1/settings");
  expect(body["demo_accounts"]).toHaveLength(8);
  await local.stop();
  for (const more of [production, fronted, open]) {
    expect(await startProblem({ ...settings, ...more })).toMatch(
      `(${everybody}): \`cuplaj demo remove\` disables them`,
    );
  }
  expect(await startProblem({ ...settings, ...fronted, DEMO: "1" })).toContain("`cuplaj demo remove`");
  const ended = await runProgram("main.ts", [], { LOG_LEVEL: "silent", ...settings, ...open });
  expect(ended).toMatchObject({ exitCode: 1, stdout: "" });
  expect(ended.stderr.trim().split("\n")).toEqual([expect.stringContaining("`cuplaj demo remove` disables them")]);
  await startAndStop({ ...settings, DEMO: "0" });
});

test("[RUN-9d] another password is accepted", async () => {
  const { settings } = await settingsOn(filledUrl);
  const words = ["user", "password", "--username", "admin", "--password-stdin"];
  expect((await runHere(words, settings, "o parola buna")).exitCode).toBe(0);
  const changed = database.updateTable("participants").where("username", "in", ["radu", "ioana"]);
  await changed.set({ password_hash: await hashPassword("o parola buna") }).execute();
  const sentence = await startProblem({ ...settings, ...production });
  expect(sentence).toContain("(ana, mihai, elena, mia, vlad)");
});

test("[RUN-9] demo remove next to a running server ends all its sign-ins and keeps the rooms; then a live server starts", async () => {
  const { settings, url } = await settingsOn(filledUrl);
  const server = await startHere(settings);
  const token = await signIn(url, "ana");
  const { body } = await call(url, "/api/v1/settings");
  const { id } = (await call(url, "/api/v1/me", { token })).body["user"] as { id: number };
  const socket = await openRawSocket(`${url.replace("http", "ws")}/app/${String(body["pusher_key"])}`);
  const asked = { socket_id: socket.socketId, channel_name: `private-user.${id}` };
  const signed = await call(url, "/api/broadcasting/auth", { token, body: asked });
  socket.send("pusher:subscribe", { channel: asked.channel_name, ...signed.body });
  await socket.frame(({ event }) => event === "pusher_internal:subscription_succeeded");

  const removed = await runHere(["demo", "remove"], settings);
  expect(removed.stdout).toBe(`Disabled ${everybody} and ended all their sessions; their rooms and offers stay.\n`);
  expect(await socket.closed).toBe(4009);
  expect((await call(url, "/api/v1/me", { token })).status).toBe(401);
  expect(await tryToSignIn(url, "admin", "o parola buna")).toBe(422);
  const count = async (table: "rooms" | "tokens") => (await database.selectFrom(table).selectAll().execute()).length;
  expect([await count("rooms"), await count("tokens")]).toEqual([9, 0]);
  expect((await runHere(["demo", "remove"], settings)).exitCode).toBe(0);
  await server.stop();
  for (const more of [production, fronted]) await startAndStop({ ...settings, ...more });
  const again = await startHere({ ...settings, DEMO: "1" });
  expect((await call(again.url, "/api/v1/settings")).body["demo_accounts"]).toEqual([]);
});

const { url: emptyUrl } = await createTestDatabase();

test("[RUN-9c] a demo that others can reach has random passwords in DATA_DIR and hides its accounts; it may stay in production", async () => {
  const { settings, url } = await settingsOn(emptyUrl);
  const server = await startHere({ ...settings, ...fronted, DEMO: "1" });
  expect((await call(url, "/api/v1/settings")).body["demo_accounts"]).toEqual([]);
  const file = join(settings.DATA_DIR, "demo-passwords");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const passwords = new Map(
    readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => line.split(" ") as [string, string]),
  );
  expect([...passwords.keys()].join(", ")).toBe(everybody);
  expect(new Set(passwords.values()).size).toBe(8);
  expect(await tryToSignIn(url, "admin", "demo")).toBe(422);
  expect(await tryToSignIn(url, "admin", passwords.get("admin") ?? "")).toBe(200);
  await server.stop();
  // A process that is killed right after the commit leaves the file under this name.
  renameSync(file, `${file}.new`);
  await startAndStop({ ...settings, ...fronted, DEMO: "1" });
  expect(readFileSync(file, "utf8")).toContain(`admin ${passwords.get("admin")}`);
  await startAndStop({ ...settings, ...production });
  // The demo's people are not listed on this machine either, since their passwords are random.
  const local = await startHere(settings);
  expect((await call(local.url, "/api/v1/settings")).body["demo_accounts"]).toEqual([]);
});

const { url: liveUrl } = await createTestDatabase();

test("[RUN-9c] demo fill next to a live server makes random passwords even without the server's settings", async () => {
  const { settings, url } = await settingsOn(liveUrl);
  await startHere({ ...settings, ...production });
  const filled = await runHere(["demo", "fill"], settings);
  expect(filled.stdout).toContain(`the passwords are in ${join(settings.DATA_DIR, "demo-passwords")}`);
  expect(await tryToSignIn(url, "admin", "demo")).toBe(422);
});
