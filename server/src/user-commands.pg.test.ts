import { expect, test, vi } from "vitest";
import { call, signIn } from "./testing/http-calls.ts";
import { openRawSocket } from "./testing/raw-socket.ts";
import { runProgram, startServerProcess, temporaryFolder } from "./testing/server-process.ts";

// Whole programs start and stop here, on a machine that may be busy.
vi.setConfig({ testTimeout: 90_000 });

test("[LIVE-8] after `user disable` and `user password` the person's live sockets are closed with 4009 in 2 s, no others", async () => {
  const settings = { DATA_DIR: temporaryFolder(), DEMO: "1" };
  const { url } = await startServerProcess(settings);
  const { body } = await call(url, "/api/v1/settings");
  const connect = async (username: string) => {
    const token = await signIn(url, username);
    const { id } = (await call(url, "/api/v1/me", { token })).body["user"] as { id: number };
    const socket = await openRawSocket(`${url.replace("http", "ws")}/app/${String(body["pusher_key"])}`);
    const channel = `private-user.${id}`;
    const asked = { socket_id: socket.socketId, channel_name: channel };
    const signed = await call(url, "/api/broadcasting/auth", { token, body: asked });
    socket.send("pusher:subscribe", { channel, ...signed.body });
    await socket.frame(({ event }) => event === "pusher_internal:subscription_succeeded");
    return { token, socket };
  };
  const [ana, mihai, mia] = [await connect("ana"), await connect("mihai"), await connect("mia")];
  const ends = [
    [ana, ["user", "disable", "--username", "ana"], ""],
    [mihai, ["user", "password", "--username", "mihai", "--password-stdin"], "a new password"],
  ] as const;
  for (const [{ token, socket }, words, input] of ends) {
    const closed = socket.closed.then((code) => ({ code, at: performance.now() }));
    expect((await runProgram("cuplaj.ts", words, settings, input)).exitCode).toBe(0);
    const endedAt = performance.now();
    const { code, at } = await closed;
    expect(code).toBe(4009);
    expect(at - endedAt).toBeLessThan(2000);
    expect((await call(url, "/api/v1/me", { token })).status).toBe(401);
  }
  mia.socket.send("pusher:ping", {});
  await mia.socket.frame(({ event }) => event === "pusher:pong");
  mia.socket.close();
});
