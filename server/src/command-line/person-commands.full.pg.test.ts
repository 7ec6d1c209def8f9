import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RoomHeads } from "@cuplaj/protocol/events.ts";
import { erasedName } from "@cuplaj/protocol/erased-name.ts";
import type { Room } from "@cuplaj/protocol/room.ts";
import type { SyncAnswer } from "@cuplaj/protocol/sync.ts";
import { expect, onTestFinished, test, vi } from "vitest";
import { call, signIn } from "../testing/http-calls.ts";
import { openRawSocket } from "../testing/raw-socket.ts";
import { runHere, startHere } from "../testing/server-here.ts";
import { initialisedFolder } from "../testing/server-process.ts";

async function startDemo() {
  const settings = { DATA_DIR: initialisedFolder("demo"), DEMO: "1" };
  const { url } = await startHere(settings);
  const run = async (...words: string[]) => await runHere(words, settings);
  return { url, run };
}

test("[PERS-2e] after `person erase` the room's members see what is gone, and the name occurs nowhere", async () => {
  const { url, run } = await startDemo();
  const token = await signIn(url, "ana");
  const { body } = await call(url, "/api/v1/settings");
  const { id } = (await call(url, "/api/v1/me", { token })).body["user"] as { id: number };
  const socket = await openRawSocket(`${url.replace("http", "ws")}/app/${String(body["pusher_key"])}`);
  const channel = `private-user.${id}`;
  const signed = await call(url, "/api/broadcasting/auth", {
    token,
    body: { socket_id: socket.socketId, channel_name: channel },
  });
  socket.send("pusher:subscribe", { channel, ...signed.body });
  await socket.frame(({ event }) => event === "pusher_internal:subscription_succeeded");
  const view = async (): Promise<Room> =>
    ((await call(url, "/api/v1/chat/oferta.10001", { token })).body as unknown as { chats: [Room] }).chats[0];
  const before = await view();
  // Searches only for the full name, since others may have written "Radu".
  const name = before.taken_over_by?.name ?? "";
  expect(name).toMatch(/^Radu \S+/u);

  expect((await run("person", "erase", "radu", "--yes")).exitCode).toBe(0);
  const after = await view();
  await socket.frame(
    ({ event, data }) =>
      event === "RoomHeads" &&
      (data as RoomHeads).heads.some(({ id: room, last_seq: seq }) => room === before.id && seq === after.last_seq),
  );
  const sync = await call(url, "/api/v1/sync", { token, body: { cursors: { [before.id]: before.last_seq } } });
  const [room] = (sync.body as unknown as SyncAnswer).rooms;
  expect(room?.events.map(({ event }) => event)).toContain("MessageUpdated");
  const all = JSON.stringify([after, sync.body, (await call(url, "/api/v1/all/1", { token })).body]);
  expect([all.includes(name), all.includes(erasedName)]).toEqual([false, true]);
  socket.close();
});

test("[RUN-7][AUD-3b][PERS-1] accounts are managed, exported and audited next to a running server", async () => {
  const { url, run } = await startDemo();
  const folder = mkdtempSync(join(tmpdir(), "cuplaj-export-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await call(url, "/api/v1/login", { body: { username: "ana", password: "greșită" } });
  const exported = await run("person", "export", "ana", "--to", join(folder, "ana"));
  expect([exported.exitCode, readdirSync(join(folder, "ana")).includes("messages.json")]).toEqual([0, true]);
  await run("user", "disable", "--username", "vlad");
  await run("user", "enable", "--username", "vlad");
  const again = await run("person", "export", "ana", "--to", join(folder, "ana"));
  expect([again.exitCode, again.stderr.includes("must be a new folder")]).toEqual([1, true]);

  const lines = async (...words: string[]) =>
    (await run("audit", "--json", ...words)).stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { id: number; kind: string; by: string });
  await vi.waitFor(async () => {
    const kinds = (await lines("--person", "ana")).map(({ kind, by }) => `${kind} ${by}`);
    const expected = ["account.added command-line", "sign-in.failed nobody", "account.exported command-line"];
    expect(kinds).toEqual(expected);
  }, patient);
  const [first, second, third] = await lines("--person", "vlad");
  const kinds = [first, second, third].map((line) => line?.kind);
  expect(kinds).toEqual(["account.added", "account.disabled", "account.enabled"]);
  expect(await lines("--person", "vlad", "--before", String(third?.id))).toEqual([first, second]);
  expect((await run("audit", "--kind", "account.exported")).stdout).toMatch(
    /^id +when +what[^\n]*\n\d+ +20\S+Z +account\.exported +command-line/u,
  );
});
