import { userChannel } from "@cuplaj/protocol/channels.ts";
import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { expect, onTestFinished, vi } from "vitest";
import type { CallResult } from "../api/api-client.ts";
import { type Clock, systemClock } from "../platform/clock.ts";
import { createLive } from "../realtime/live.ts";
import { liveEventOf } from "../sync/logged-events.ts";
import { type LiveServer, startLiveServer } from "./live-server.ts";
import { room } from "./people.ts";
import { loadedSettings } from "./public-settings.ts";
import { createAnasApp } from "./test-app.ts";
import type { AppEvent } from "../state/shape.ts";

export const presence = "presence-oferta.10001";
export const failure = (code: "forbidden" | "unavailable") =>
  ({ ok: false, error: { code, message: "", fieldErrors: {}, retryAfterSeconds: null } }) as const;

export type Answer = (names: readonly string[], socketId: string) => CallResult<unknown>;

const allowAll: Answer = (names) => ({
  ok: true,
  value: {
    channels: Object.fromEntries(names.map((name) => [name, { auth: "a:b", channel_data: '{"user_id":"1"}' }])),
  },
});

interface PageSetup {
  readonly port: number;
  readonly answer?: Answer;
  readonly chance?: number;
  readonly clock?: Clock;
}

/** Ana's page, live over a loopback port; `batches` holds the channels of each authorization call. */
export function openLivePage({ port, answer = allowAll, chance = 0.5, clock = systemClock }: PageSetup) {
  const { store, events } = createNotedStore();
  const batches: (readonly string[])[] = [];
  const called: string[] = [];
  const resume = createSignal();
  const offline = createSignal();
  let hasNetwork = true;
  const counting = countTimers(clock);
  let reply = answer;
  const runners = createLive({
    store,
    clock: counting.clock,
    random: () => chance,
    liveEventOf: (name, data) => liveEventOf({}, name, data),
    origin: { isTls: false, host: "127.0.0.1", port },
    onResumeHint: resume.listen,
    onOffline: offline.listen,
    onKey: () => () => undefined,
    hasNetwork: () => hasNetwork,
    api: {
      call: async (name: string, input?: { body: { socket_id: string; channel_names: readonly string[] } }) => {
        called.push(name);
        if (name !== "authorizeChannels" || !input) return failure("unavailable");
        batches.push(input.body.channel_names);
        return reply(input.body.channel_names, input.body.socket_id);
      },
    } as never,
  });
  const live = {
    connect: (meId: number) => runners.connect({ type: "connect", ownChannel: userChannel(meId) }),
    disconnect: () => runners.disconnect({ type: "disconnect" }),
    probe: () => runners["probe-connection"]({ type: "probe-connection" }),
    watch: (channels: readonly string[]) => runners["watch-channels"]({ type: "watch-channels", channels }),
    whisperTyping: (channel: string, name: string) =>
      runners["whisper-typing"]({ type: "whisper-typing", channel, name }),
  };
  onTestFinished(live.disconnect);
  return {
    live,
    events,
    batches,
    called,
    happened: (type: AppEvent["type"]): number => events.filter((event) => event.type === type).length,
    running: counting.running,
    answerWith: (next: Answer) => {
      reply = next;
    },
    nudge: resume.fire,
    goOffline: offline.fire,
    loseNetwork: () => {
      hasNetwork = false;
      offline.fire();
    },
    until: (test: () => boolean) => vi.waitFor(() => expect(test()).toBe(true), patient),
  };
}

export async function startLivePage(answer?: Answer, chance?: number, clock?: Clock) {
  const server: LiveServer = await startLiveServer();
  onTestFinished(server.stop);
  const setup = { port: server.port, ...(answer && { answer }), ...(chance !== undefined && { chance }) };
  return { ...openLivePage({ ...setup, ...(clock && { clock }) }), server };
}

export async function connectedPage(answer?: Answer, chance?: number, clock?: Clock) {
  const page = await startLivePage(answer, chance, clock);
  page.live.connect(1);
  page.live.watch([presence]);
  await page.until(() => page.happened("presence/here") > 0 && page.happened("connection/listening") > 0);
  return page;
}

function createNotedStore() {
  const app = createAnasApp(room(1));
  app.dispatch({ type: "settings/loaded", settings: loadedSettings });
  const events: AppEvent[] = [];
  const dispatch = (event: AppEvent): void => {
    events.push(event);
    app.dispatch(event);
  };
  return { store: { ...app, dispatch }, events };
}

function createSignal() {
  let listener = (): void => undefined;
  return {
    fire: (): void => listener(),
    listen: (listen: () => void) => {
      listener = listen;
      return () => {
        listener = () => undefined;
      };
    },
  };
}

function countTimers({ now, later }: Clock): { readonly clock: Clock; readonly running: () => number } {
  const pending = new Set<object>();
  const clock: Clock = {
    now,
    later: (delayMs, run) => {
      const timer = {};
      pending.add(timer);
      const cancel = later(delayMs, () => {
        pending.delete(timer);
        run();
      });
      return () => {
        pending.delete(timer);
        cancel();
      };
    },
  };
  return { clock, running: () => pending.size };
}
