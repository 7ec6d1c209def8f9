import type { ApiClient } from "../api/api-client.ts";
import type { Clock } from "../platform/clock.ts";
import type { Settings } from "../state/entities.ts";
import type { ChatStore } from "../state/store.ts";
import { Connection, type Listen } from "./connection.ts";
import { gatherEvents } from "./gather-events.ts";
import { Subscriptions, type SubscriptionsSetup } from "./subscriptions.ts";

/** What the live side is built from. */
export interface LiveSetup extends Pick<SubscriptionsSetup, "eventOf"> {
  readonly store: ChatStore;
  readonly api: Pick<ApiClient, "call">;
  readonly clock: Clock;
  readonly random: () => number;
  readonly origin: { readonly isTls: boolean; readonly host: string; readonly port: number };
  /** Moments when a lost connection may be had again, or one that is held may be dead. */
  readonly onResumeHint: Listen;
  /** The browser has lost its network. */
  readonly onOffline: Listen;
}

/** The live side of one page. */
export type Live = ReturnType<typeof createLive>;

/** Builds the live side; it holds at most one connection at a time. */
export function createLive(setup: LiveSetup) {
  let open: ReturnType<typeof openLive> | null = null;
  let channels: readonly string[] = [];
  let stopWaiting = (): void => undefined;

  function disconnect(): void {
    stopWaiting();
    open?.close();
    open = null;
    channels = [];
  }

  return {
    disconnect,
    /** Connects as soon as the settings say where to. */
    connect: (meId: number): void => {
      disconnect();
      stopWaiting = whenSettled(setup.store, (settings) => {
        open = openLive(setup, meId, urlOf(setup.origin, settings));
        open.subscriptions.watch(channels);
      });
    },
    reconnectNow: (): void => open?.connection.resume(),
    /** Checks whether the connection that stands is alive (CONN-3). */
    probe: (): void => open?.connection.probe(),
    watch: (wanted: readonly string[]): void => {
      channels = wanted;
      open?.subscriptions.watch(wanted);
    },
    whisperTyping: (channel: string, name: string): void => open?.subscriptions.whisperTyping(channel, name),
  };
}

/** Runs once the settings are there; what it returns calls that off. */
function whenSettled(store: ChatStore, run: (settings: Settings) => void): () => void {
  const runWith = ({ settings }: { readonly settings: Settings | null }): void => {
    if (!settings) return;
    stop();
    run(settings);
  };
  const stop = store.subscribe(runWith);
  runWith(store.getState());
  return stop;
}

function openLive(setup: LiveSetup, meId: number, url: string) {
  const { store, api, clock } = setup;
  const events = gatherEvents(clock, store.dispatch, () => store.getState().attention.isVisible);
  const subscriptions = new Subscriptions({
    ...setup,
    call: api.call,
    connection: () => connection,
    meId,
    events,
    roomIdOf: (channel) =>
      Object.values(store.getState().rooms.byId).find((room) => room.channel === channel)?.id ?? null,
  });
  const connection = new Connection({
    ...setup,
    url,
    onFrame: (frame) => subscriptions.onFrame(frame),
    onUp: (socketId) => {
      events.pass({ type: "connection/connected" });
      subscriptions.onUp(socketId);
    },
    onDown: (isDead) => {
      subscriptions.onDown();
      events.pass({ type: "connection/lost" });
      // CONN-1: a server that does not answer is no short gap.
      if (isDead) events.pass({ type: "connection/away-long" });
    },
    // A token that is dead answers 401 here and signs out; a living one just connects again.
    onRevoked: () => void api.call("me"),
  });
  const stops = [setup.onResumeHint(() => connection.resume()), setup.onOffline(() => connection.probe())];
  const close = (): void => {
    for (const stop of stops) stop();
    subscriptions.onDown();
    connection.close();
    events.stop();
  };
  return { connection, subscriptions, close };
}

/** LIVE-1: over HTTPS the settings may name a port of its own; a page of plain HTTP uses its own port. */
function urlOf({ isTls, host, port }: LiveSetup["origin"], { pusherKey, wssPort }: Settings): string {
  const address = isTls ? `wss://${host}:${wssPort ?? port}` : `ws://${host}:${port}`;
  return `${address}/app/${encodeURIComponent(pusherKey)}?protocol=7&client=cuplaj&version=1`;
}
