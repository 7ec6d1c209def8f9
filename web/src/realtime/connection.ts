import type Pusher from "pusher-js";
import type { ChannelAuthorizationHandler, Options } from "pusher-js";
import type { Clock } from "../platform/clock.ts";
import { watchSockets } from "./socket-watch.ts";
import { createProbe } from "./probe.ts";
import { retryDelayMs } from "./retry-delay.ts";

/** Where the live server is. */
export interface LiveAddress {
  readonly key: string;
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
}

/** What the connection is built from. */
export interface ConnectionSetup {
  readonly Client: typeof Pusher;
  readonly address: LiveAddress;
  readonly authorize: ChannelAuthorizationHandler;
  readonly clock: Clock;
  readonly random: () => number;
  /** Hears of moments when trying at once is worth it; returns how to stop listening. */
  readonly onGoodMoment: (hear: () => void) => () => void;
  readonly onUp: () => void;
  readonly onDown: () => void;
  /** The server closed with 4009: the token may be dead, or the socket was. */
  readonly onRevoked: () => void;
}

/** A live connection that comes back by itself. */
export interface Connection {
  readonly pusher: Pusher;
  readonly reconnectNow: () => void;
  readonly close: () => void;
}

/** How long a socket may take to be answered before it is given up, ms. */
const handshakeMaxMs = 10_000;
/** The same when somebody asks, or the network is back, ms: an attempt from before that may hang for ever. */
const handshakeMaxNowMs = 1500;
/** What the server closes with when the token was revoked (LIVE-8). */
const revokedCode = 4009;
/** What it closes with when another process, or itself, takes the socket right back (LIVE-8). */
const reconnectNowCode = 4200;
/** Clients that are all told to come right back are spread over this time, ms. */
const comeBackWithinMs = 500;

/**
 * Opens the connection and watches it: pusher-js alone waits 15, 30, 60 s after a refused attempt and for ever after some
 * close codes (CONN-2). An attempt under way is left alone until it fails or its time is up; a good moment, or a person who
 * asks, waits for a young one only (CONN-3).
 */
export function openConnection(setup: ConnectionSetup): Connection {
  const { Client, clock, onUp, onDown } = setup;
  // WEB-1: it would keep a key of its own in the page's storage, to remember a transport where there is only one.
  Client.Runtime.getLocalStorage = () => undefined;
  const sockets = watchSockets(Client, clock);
  const pusher = new Client(setup.address.key, pusherOptions(setup));
  let attempt = 0;
  let isUp = false;
  let isClosed = false;
  let cancelRetry = (): void => undefined;
  const probe = createProbe(pusher, clock, () => goDown(reconnectNowCode));

  function scheduleRetry(delayMs = retryDelayMs(attempt, setup.random())): void {
    cancelRetry();
    cancelRetry = clock.later(delayMs, () => retry(handshakeMaxMs));
  }

  function retry(handshakeMs: number): void {
    if (isClosed || isUp) return;
    if (!sockets.isPending(handshakeMs)) {
      attempt += 1;
      pusher.disconnect();
      pusher.connect();
    }
    scheduleRetry();
  }

  function goDown(code: number): void {
    if (isClosed) return;
    // Some close codes make pusher-js set two timers of its own, of which it forgets the first: that one would tear down
    // the connection that is back by then. Told to disconnect before it hears of the close, it sets none.
    pusher.disconnect();
    probe.stop();
    if (isUp) onDown();
    isUp = false;
    if (code === revokedCode) setup.onRevoked();
    scheduleRetry(code === reconnectNowCode ? setup.random() * comeBackWithinMs : undefined);
  }

  const reconnectNow = (): void => retry(handshakeMaxNowMs);

  pusher.connection.bind("connected", () => {
    attempt = 0;
    isUp = true;
    cancelRetry();
    onUp();
  });
  // pusher-js says so only a second after the socket has gone: the socket itself is asked.
  sockets.onClose(goDown);
  const stopListening = setup.onGoodMoment(() => (isUp ? probe.ask() : reconnectNow()));
  scheduleRetry();

  return {
    pusher,
    reconnectNow,
    close: () => {
      isClosed = true;
      cancelRetry();
      probe.stop();
      stopListening();
      sockets.stop();
      pusher.disconnect();
    },
  };
}

function pusherOptions({ address, authorize }: ConnectionSetup): Options {
  return {
    cluster: "",
    wsHost: address.host,
    wsPort: address.port,
    wssPort: address.port,
    forceTLS: address.isTls,
    enabledTransports: ["ws", "wss"],
    enableStats: false,
    channelAuthorization: { customHandler: authorize },
  };
}
