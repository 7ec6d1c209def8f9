import { createRequire } from "node:module";
import Echo from "laravel-echo";
import type { Options } from "pusher-js";
import { afterEach, describe, expect, test } from "vitest";
import { type LiveServer, startLiveServer } from "../testing/realtime/live-server.ts";

/** In Node, the module of pusher-js is the class itself, which its types do not describe. */
const Pusher: new (key: string, options: Options) => { disconnect(): void } = createRequire(import.meta.url)(
  "pusher-js",
);

const stops: (() => unknown)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

interface Person {
  readonly id: number;
  readonly name: string;
}

async function startServer(): Promise<LiveServer> {
  const server = await startLiveServer();
  stops.push(server.stop);
  return server;
}

/** Connects unmodified laravel-echo 2 over unmodified pusher-js 8, with channels authorized by the server itself. */
function connectEcho(server: LiveServer, person: Person): Echo<"pusher"> {
  const client = new Pusher("app-key", {
    cluster: "",
    wsHost: "127.0.0.1",
    wsPort: server.port,
    forceTLS: false,
    enabledTransports: ["ws"],
    enableStats: false,
    channelAuthorization: {
      transport: "ajax",
      endpoint: "",
      customHandler({ socketId, channelName }, callback) {
        const identity = { user_id: String(person.id), user_info: person };
        const data = channelName.startsWith("presence-") ? identity : undefined;
        const signed = server.realtime.signChannel("7", socketId, channelName, data);
        if (signed === null) callback(new Error("malformed"), null);
        else callback(null, signed);
      },
    },
  });
  stops.push(() => client.disconnect());
  return new Echo({ broadcaster: "pusher", client, withoutInterceptors: true });
}

function nextOf<Value>(listen: (callback: (value: Value) => void) => unknown): Promise<Value> {
  return new Promise((resolve) => listen(resolve));
}

describe("laravel-echo 2", () => {
  test("[LIVE-1b] listens on a private channel", async () => {
    const server = await startServer();
    const channel = connectEcho(server, { id: 1, name: "Ana" }).private("user.1");
    const event = nextOf((callback) => channel.listen(".ChatMessage", callback));
    await nextOf((callback) => channel.subscribed(() => callback(true)));
    server.realtime.broadcast("7", {
      channels: ["private-user.1"],
      event: "ChatMessage",
      data: { message: "Salut, Ană" },
    });
    expect(await event).toEqual({ message: "Salut, Ană" });
  });

  test("[LIVE-6] `here`, `joining` and `leaving` name people", async () => {
    const server = await startServer();
    const [ana, radu] = [
      { id: 1, name: "Ana" },
      { id: 2, name: "Radu" },
    ];
    const room = connectEcho(server, ana).join("room");
    expect(await nextOf((callback) => room.here(callback))).toEqual([ana]);
    const joining = nextOf((callback) => room.joining(callback));
    const leaving = nextOf((callback) => room.leaving(callback));
    const other = connectEcho(server, radu);
    const otherRoom = other.join("room");
    expect(await nextOf((callback) => otherRoom.here(callback))).toEqual([ana, radu]);
    expect(await joining).toEqual(radu);
    other.leave("room");
    expect(await leaving).toEqual(radu);
  });

  test("[LIVE-5] whispers reach only the others", async () => {
    const server = await startServer();
    const rooms = [1, 2].map((id) => connectEcho(server, { id, name: `${id}` }).join("room"));
    await Promise.all(rooms.map((room) => nextOf((callback) => room.here(callback))));
    const [own, other] = rooms;
    if (own === undefined || other === undefined) throw new Error("Two rooms were joined");
    const echoes: unknown[] = [];
    own.listenForWhisper("typing", (data: unknown) => echoes.push(data));
    const whisper = nextOf((callback) => other.listenForWhisper("typing", callback));
    own.whisper("typing", { name: "1", channel: "room" });
    expect(await whisper).toEqual({ name: "1", channel: "room" });
    const answer = nextOf((callback) => own.listenForWhisper("done", callback));
    other.whisper("done", {});
    await answer;
    expect(echoes).toEqual([]);
  });

  test("[LIVE-2] an unsigned channel ends in an error", async () => {
    const server = await startServer();
    const channel = connectEcho(server, { id: 1, name: "Ana" }).private(`user.${"x".repeat(160)}`);
    expect(await nextOf((callback) => channel.error(callback))).toMatchObject({ type: "AuthError" });
  });
});
