import type Pusher from "pusher-js";
import type { ApiClient } from "../api/api-client.ts";
import type { Clock } from "../platform/clock.ts";
import type { Settings } from "../state/entities.ts";
import type { ChatStore } from "../state/store.ts";
import { createChannelAuthorizer } from "./channel-authorizer.ts";
import { type Connection, type LiveAddress, openConnection } from "./connection.ts";
import { createSubscriptions, type Subscriptions } from "./subscriptions.ts";

/** What the live side is built from. */
export interface LiveSetup {
  readonly store: ChatStore;
  readonly api: Pick<ApiClient, "call">;
  readonly clock: Clock;
  readonly random: () => number;
  readonly Client: typeof Pusher;
  readonly origin: { readonly isTls: boolean; readonly host: string; readonly port: number };
  readonly onGoodMoment: (hear: () => void) => () => void;
}

/** The live side of one page: at most one connection at a time. */
export interface Live {
  readonly connect: (meId: number) => void;
  readonly disconnect: () => void;
  readonly reconnectNow: () => void;
  readonly watch: (channels: readonly string[]) => void;
  readonly whisperTyping: (channel: string, name: string) => void;
}

/** Builds the live side. It connects as soon as both are there: somebody signed in, and the settings that say where to. */
export function createLive(setup: LiveSetup): Live {
  const { store } = setup;
  let open: { readonly connection: Connection; readonly subscriptions: Subscriptions } | null = null;
  let channels: readonly string[] = [];
  let stopWaiting = (): void => undefined;

  function start(meId: number, settings: Settings): void {
    open = openLive(setup, meId, addressOf(setup.origin, settings));
    open.subscriptions.watch(channels);
  }

  function disconnect(): void {
    stopWaiting();
    open?.connection.close();
    open = null;
    channels = [];
  }

  return {
    disconnect,
    connect: (meId) => {
      disconnect();
      const { settings } = store.getState();
      if (settings) {
        start(meId, settings);
        return;
      }
      stopWaiting = store.subscribe((state) => {
        if (!state.settings) return;
        stopWaiting();
        start(meId, state.settings);
      });
    },
    reconnectNow: () => open?.connection.reconnectNow(),
    watch: (wanted) => {
      channels = wanted;
      open?.subscriptions.watch(wanted);
    },
    whisperTyping: (channel, name) => open?.subscriptions.whisperTyping(channel, name),
  };
}

function openLive(setup: LiveSetup, meId: number, address: LiveAddress) {
  const { store, api, clock, random, Client, onGoodMoment } = setup;
  const { dispatch } = store;
  const connection: Connection = openConnection({
    Client,
    address,
    clock,
    random,
    onGoodMoment,
    authorize: createChannelAuthorizer({
      call: api.call,
      clock,
      random,
      isCurrent: (socketId) => connection.pusher.connection.socket_id === socketId,
      onRefused: (channel) => {
        subscriptions.leave(channel);
        dispatch({ type: "connection/channel-refused", channel });
      },
    }),
    onUp: () => dispatch({ type: "connection/connected" }),
    onDown: () => dispatch({ type: "connection/lost" }),
    // 4009: a token that is dead answers 401 here and signs out; a living one just connects again.
    onRevoked: () => void api.call("me"),
  });
  const subscriptions = createSubscriptions({
    pusher: connection.pusher,
    meId,
    dispatch,
    roomIdOf: (channel) =>
      Object.values(store.getState().rooms.byId).find((room) => room.channel === channel)?.id ?? null,
  });
  return { connection, subscriptions };
}

/** LIVE-1: over HTTPS the settings may name a port of its own; a page of plain HTTP uses its own port. */
function addressOf(origin: LiveSetup["origin"], { pusherKey, wssPort }: Settings): LiveAddress {
  const { isTls, host, port } = origin;
  return { key: pusherKey, host, isTls, port: isTls ? (wssPort ?? port) : port };
}
