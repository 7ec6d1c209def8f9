import { connect, type Socket } from "node:net";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import { endOfTick, systemClock } from "../kernel/clock.ts";
import { silentLog } from "../kernel/log.ts";
import { done } from "../kernel/outcome.ts";
import { goodToken, startTestApp } from "../testing/test-app.ts";
import { someUser as user } from "../testing/some-user.ts";
import type { App } from "./app.ts";
import { refuseHosts } from "./host-names.ts";

/** A real server of two calls for one person; `say` is what `channels` answers with, one after the other, and `me` waits for `answer`. */
async function start({ say = [""], reads = 1000, stillMs = 20_000, found = null as Promise<void> | null } = {}) {
  const seen = { identified: 0, me: 0, channels: 0 };
  const answer = Promise.withResolvers<void>();
  const { app, clock, port } = await startTestApp({
    reads,
    stillMs,
    async identifyCaller() {
      seen.identified += 1;
      if (found !== null) await found;
      return { user, session: "one", isProgram: false };
    },
    addHooks: (made) => refuseHosts(made, new Set(["a"]), silentLog),
    addRoutes(route) {
      route(endpoints.me, async () => {
        seen.me += 1;
        await answer.promise;
        return done({ status: 200, body: { user } });
      });
      route(endpoints.listChannels, async () => {
        const name = say[seen.channels % say.length] ?? "";
        seen.channels += 1;
        const entry = {
          id: 1,
          channel: "",
          private: 0,
          presence: 0,
          kind: "user",
          unread_count: 0,
          last_seq: 0,
        } as const;
        return done({ status: 200, body: { channels: [{ ...entry, name }] } });
      });
    },
  });
  return { app, clock, seen, answer: answer.resolve, open: () => openSocket(port) };
}

interface TestSocket {
  readonly socket: Socket;
  readonly text: () => string;
  readonly ended: Promise<void>;
  readonly ask: (path: string, count?: number, host?: string) => void;
}

function openSocket(port: number): TestSocket {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
  socket.on("error", () => undefined);
  const ended = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  const head = (path: string, host: string): string =>
    `GET /api/v1/${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${goodToken}\r\n\r\n`;
  const ask: TestSocket["ask"] = (path, count = 1, host = "a") => void socket.write(head(path, host).repeat(count));
  return { socket, ended, text: () => text, ask };
}

const connectionsOf = ({ server }: App): Promise<number> => promisify(server.getConnections.bind(server))();

const large = "x".repeat(24 * 1024 * 1024);

test("[SEC-4f] a connection on which requests pile up is cut; five under way are answered in order", async () => {
  const { seen, answer, open } = await start();
  const orderly = open();
  orderly.ask("me", 5);
  await expect.poll(() => seen.me).toBe(5);
  const hasty = open();
  hasty.ask("me", 200);
  await hasty.ended;
  expect([seen.me, hasty.text()]).toEqual([10, ""]);
  answer();
  await expect.poll(() => orderly.text().split("200 OK").length - 1).toBe(5);
  orderly.ask("me", 5);
  await expect.poll(() => orderly.text().split("200 OK").length - 1).toBe(10);
});

test.each(["a\r\nHost: b", "evil.example"])(
  "[SEC-4] refusals for the host (%j) count on their connection, and are held to who keeps coming",
  async (host) => {
    const { clock, seen, open } = await start();
    const count = (text: string, status: number): number => text.split(`HTTP/1.1 ${status}`).length - 1;
    const one = open();
    for (let asked = 1; asked <= 9; asked += 1) {
      one.ask("me", 1, host);
      await expect.poll(() => count(one.text(), 400)).toBe(asked);
    }
    one.ask("me", 12);
    await one.ended;
    expect([seen.me, count(one.text(), 200)]).toEqual([5, 0]);
    const others = Array.from({ length: 5 }, open);
    for (const other of others) other.ask("me", 1, host);
    await expect.poll(() => others.filter((other) => other.text() !== "").length).toBe(1);
    await expect.poll(() => clock.timerCount).toBe(4);
    clock.advance(2000);
    await expect.poll(() => others.filter((other) => other.text() !== "").length).toBe(5);
  },
);

test("[SEC-4] what is refused is never done, also where the connection is cut before the refusal is sent", async () => {
  const { app, clock, seen, open, answer } = await start({ reads: 1 });
  answer();
  const first = open();
  first.ask("me");
  await expect.poll(() => first.text()).toContain("200 OK");
  const sockets = Array.from({ length: 40 }, open);
  for (const one of sockets) one.ask("me");
  // Ten are answered at once, the others are held.
  await expect.poll(() => sockets.filter((one) => one.text().includes("429")).length).toBe(10);
  for (const { socket } of [first, ...sockets]) socket.destroy();
  await expect.poll(() => connectionsOf(app)).toBe(0);
  clock.advance(2000);
  await endOfTick();
  expect([seen.me, clock.timerCount]).toEqual([1, 0]);
});

test("[SEC-5c] an answer that nobody reads is cut, and its slot is free then", async () => {
  const { app, clock, seen, open } = await start({ say: [large, ""], stillMs: 500 });
  const deaf = open();
  deaf.socket.pause();
  deaf.ask("channels");
  await expect.poll(() => seen.channels).toBe(1);
  await expect.poll(() => connectionsOf(app)).toBe(0);
  await expect.poll(() => clock.timerCount).toBe(1);
  clock.advance(250);
  const next = open();
  next.ask("channels");
  await expect.poll(() => next.text()).toContain("200 OK");
});

test("[SEC-5d] who has gone before it is known who calls takes no slot, whether alone, with more behind or piled up", async () => {
  const found = Promise.withResolvers<void>();
  const { app, seen, open } = await start({ found: found.promise });
  const callers = [1, 4, 6].map((count) => ({ count, ...open() }));
  for (const { ask, count } of callers) ask("channels", count);
  await expect.poll(() => seen.identified).toBe(10);
  for (const { socket } of callers) socket.end();
  await expect.poll(() => connectionsOf(app)).toBe(0);
  found.resolve();
  await endOfTick();
  const next = open();
  next.ask("channels");
  await expect.poll(() => next.text()).toContain("200 OK");
  expect(seen.channels).toBe(1);
});

test("[SEC-5c] an answer that is read slowly but steadily comes whole", async () => {
  // More than the system keeps for both ends, and little enough for a busy machine.
  const long = large.slice(0, large.length / 2);
  // A busy machine may stand still for a moment, which is no pause of the reader's.
  const stillMs = 2500;
  const { open } = await start({ say: [long], stillMs });
  const slow = open();
  slow.socket.on("data", () => {
    slow.socket.pause();
    systemClock.setTimeout(() => slow.socket.resume(), 20);
  });
  const askedAt = performance.now();
  slow.ask("channels");
  await expect.poll(() => slow.text().length).toBeGreaterThan(long.length);
  expect(performance.now() - askedAt).toBeGreaterThan(stillMs);
});
