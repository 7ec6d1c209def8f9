import Pusher from "pusher-js";
import { expect, onTestFinished, vi } from "vitest";
import { WebSocket } from "ws";
import type { CallResult } from "../api/api-client.ts";
import { type Clock, systemClock } from "../platform/clock.ts";
import { createLive, type Live } from "../realtime/live.ts";
import type { ChatEvent } from "../state/events.ts";
import type { ChatStore } from "../state/store.ts";
import { liveEventOf } from "../sync/live-events.ts";
import { type LiveServer, startLiveServer } from "./live-server.ts";
import { room } from "./people.ts";
import { createAnasChat } from "./test-chat.ts";

// Listeners are called in the order of a browser; the library's own socket for Node has another one.
Pusher.Runtime.getWebSocketAPI = () => WebSocket as never;

/** The channel of the one room. */
export const presence = "presence-oferta.10001";
/** What a call answers that the server could not or would not do. */
export const failure = (code: "forbidden" | "unavailable") =>
  ({ ok: false, error: { code, message: "", fieldErrors: {}, retryAfterSeconds: null } }) as const;

type Answer = (names: readonly string[]) => CallResult<unknown>;

const allowAll: Answer = (names) => ({
  ok: true,
  value: {
    channels: Object.fromEntries(names.map((name) => [name, { auth: "a:b", channel_data: '{"user_id":"1"}' }])),
  },
});

/** A page of Ana's with a live side on a real server; `batches` are the channels of each authorization call, `chance` decides on the waits. */
export async function startLivePage(answer: Answer = allowAll, chance = 0.5) {
  const server: LiveServer = await startLiveServer();
  const chat = createAnasChat(room(1));
  chat.dispatch({
    type: "settings/loaded",
    settings: { version: "1", pusherKey: "key", wssPort: null, demoAccounts: [] },
  });
  const events: ChatEvent[] = [];
  const batches: (readonly string[])[] = [];
  const called: string[] = [];
  const store: ChatStore = {
    ...chat,
    dispatch: (event) => {
      events.push(event);
      chat.dispatch(event);
    },
  };
  let reply = answer;
  let goodMoment = (): void => undefined;
  const clock = createCountingClock();
  const live: Live = createLive({
    store,
    clock,
    random: () => chance,
    loadClient: () => Promise.resolve({ Client: Pusher, eventOf: (name, data) => liveEventOf({}, name, data) }),
    origin: { isTls: false, host: "127.0.0.1", port: server.port },
    onGoodMoment: (hear) => {
      goodMoment = hear;
      return () => undefined;
    },
    api: {
      call: async (name: string, input?: { body: { channel_names: readonly string[] } }) => {
        called.push(name);
        if (name !== "authorizeChannels" || !input) return failure("unavailable");
        batches.push(input.body.channel_names);
        return reply(input.body.channel_names);
      },
    } as never,
  });
  onTestFinished(async () => {
    live.disconnect();
    await server.stop();
  });
  const happened = (type: ChatEvent["type"]): number => events.filter((event) => event.type === type).length;
  return {
    server,
    live,
    events,
    batches,
    called,
    happened,
    /** Our own timers that are still to run. */
    running: clock.running,
    answerWith: (next: Answer) => {
      reply = next;
    },
    nudge: () => goodMoment(),
    until: (test: () => boolean) => vi.waitFor(() => expect(test()).toBe(true), { timeout: 15_000, interval: 10 }),
  };
}

/** The same, connected and subscribed. */
export async function connectedPage(answer?: Answer, chance?: number) {
  const page = await startLivePage(answer, chance);
  page.live.connect(1);
  page.live.watch([presence]);
  await page.until(() => page.happened("presence/here") > 0 && page.happened("connection/listening") > 0);
  return page;
}

/** The machine's clock, which also tells how many of its timers are still to run. */
function createCountingClock(): Clock & { readonly running: () => number } {
  const pending = new Set<object>();
  return {
    now: systemClock.now,
    running: () => pending.size,
    later: (delayMs, run) => {
      const timer = {};
      pending.add(timer);
      const cancel = systemClock.later(delayMs, () => {
        pending.delete(timer);
        run();
      });
      return () => {
        pending.delete(timer);
        cancel();
      };
    },
  };
}
