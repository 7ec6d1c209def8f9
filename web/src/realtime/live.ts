import type Pusher from "pusher-js";
import type { ApiClient } from "../api/api-client.ts";
import type { Clock } from "../platform/clock.ts";
import { warn } from "../platform/log.ts";
import type { Settings } from "../settings/settings-shape.ts";
import type { ChatStore } from "../state/store.ts";
import { createChannelAuthorizer } from "./channel-authorizer.ts";
import { type Connection, type LiveAddress, openConnection } from "./connection.ts";
import { gatherEvents } from "./gather-events.ts";
import { createSubscriptions, type Subscriptions, type SubscriptionsSetup } from "./subscriptions.ts";

/** How long to wait before asking for the library again when it did not come, ms. */
const loadRetryMs = 2000;

/** What comes later than the list: the library, and what its events mean inside. */
export interface LiveClient {
  readonly Client: typeof Pusher;
  readonly eventOf: SubscriptionsSetup["eventOf"];
}

/** What the live side is built from. */
export interface LiveSetup {
  readonly store: ChatStore;
  readonly api: Pick<ApiClient, "call">;
  readonly clock: Clock;
  readonly random: () => number;
  readonly loadClient: () => Promise<LiveClient>;
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

/** Builds the live side. It connects as soon as all is there: somebody signed in, the settings that say where to, the library. */
export function createLive(setup: LiveSetup): Live {
  let open: {
    readonly connection: Connection;
    readonly subscriptions: Subscriptions;
    readonly close: () => void;
  } | null = null;
  let channels: readonly string[] = [];
  /** Counts the calls to connect: what an earlier one still waits for is for nobody. */
  let turn = 0;

  async function connect(meId: number, mine: number): Promise<void> {
    const [settings, client] = await Promise.all([settingsOf(setup.store), loaded(setup)]);
    if (turn !== mine) return;
    open = openLive(setup, client, meId, addressOf(setup.origin, settings));
    open.subscriptions.watch(channels);
  }

  function disconnect(): void {
    turn += 1;
    open?.close();
    open = null;
    channels = [];
  }

  return {
    disconnect,
    connect: (meId) => {
      turn += 1;
      void connect(meId, turn);
    },
    reconnectNow: () => open?.connection.reconnectNow(),
    watch: (wanted) => {
      channels = wanted;
      open?.subscriptions.watch(wanted);
    },
    whisperTyping: (channel, name) => open?.subscriptions.whisperTyping(channel, name),
  };
}

/** The library, asked for until it comes. */
function loaded({ loadClient, clock }: LiveSetup): Promise<LiveClient> {
  return new Promise((resolve) => {
    const load = (): void => {
      loadClient().then(resolve, (error: unknown) => {
        warn("The live connection's code could not be loaded.", error);
        clock.later(loadRetryMs, load);
      });
    };
    load();
  });
}

/** The settings, as soon as they are there. */
function settingsOf(store: ChatStore): Promise<Settings> {
  return new Promise((resolve) => {
    const held = store.getState().settings;
    if (held) {
      resolve(held);
      return;
    }
    const stop = store.subscribe(({ settings }) => {
      if (!settings) return;
      stop();
      resolve(settings);
    });
  });
}

function openLive(setup: LiveSetup, { Client, eventOf }: LiveClient, meId: number, address: LiveAddress) {
  const { store, api, clock, random, onGoodMoment } = setup;
  const gathered = gatherEvents({
    clock,
    dispatch: store.dispatch,
    isVisible: () => store.getState().attention.isVisible,
  });
  const { dispatch } = gathered;
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
    eventOf,
    roomIdOf: (channel) =>
      Object.values(store.getState().rooms.byId).find((room) => room.channel === channel)?.id ?? null,
  });
  const close = (): void => {
    gathered.stop();
    connection.close();
  };
  return { connection, subscriptions, close };
}

/** LIVE-1: over HTTPS the settings may name a port of its own; a page of plain HTTP uses its own port. */
function addressOf(origin: LiveSetup["origin"], { pusherKey, wssPort }: Settings): LiveAddress {
  const { isTls, host, port } = origin;
  return { key: pusherKey, host, isTls, port: isTls ? (wssPort ?? port) : port };
}
