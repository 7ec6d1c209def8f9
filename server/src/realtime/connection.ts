import type { ChannelKind } from "./channel-name.ts";
import type { AdmissionVerdict, AskedSubscription, PusherApp, RefusalReason } from "./realtime-options.ts";

/** What a connection needs of its websocket; tests use a list of frames instead. */
export interface Wire {
  /** Queues one whole websocket frame; all frames of a tick leave in one write. */
  send(frame: Buffer): void;
  /** Queues one frame that may wait for others when the socket was written just before (LIVE-9). */
  sendSoon(frame: Buffer): void;
  /** A websocket ping, at once. */
  ping(): void;
  /** Sends what is queued and the close frame, and cuts a peer that does not answer in time. */
  close(code: number, reason: string): void;
  /** The same for a peer that floods: nothing more is read, and its goodbye is not awaited. */
  cut(code: number, reason: string): void;
}

/** A subscription with a valid signature about which its app has not decided yet. */
export interface PendingSubscription extends AskedSubscription {
  isPending: boolean;
  /** False where it was granted before and revoked: its client waits for no answer. */
  readonly isRequested: boolean;
  readonly askedAtMs: number;
  readonly decided: (verdict: AdmissionVerdict) => void;
}

/** One open socket. Plain fields and no timers or closures: thousands of them are idle (LIVE-7). */
export class Connection {
  readonly id: string;
  readonly app: AppState;
  readonly wire: Wire;
  readonly openedAtMs: number;
  /** Where it came from, as limits count it. */
  readonly address: string;
  isOpen = true;
  channels: readonly Channel[] = [];
  /** Set once, by the first signed channel that names a session. */
  userId: string | null = null;
  /** Opaque tags by which the socket can be revoked. */
  sessions: readonly string[] | null = null;
  /** Subscriptions that the app has not decided about, by channel, oldest first. */
  pending: Map<string, PendingSubscription> | null = null;
  /** Number of the last broadcast that this socket was handed (LIVE-4). */
  broadcastNumber = 0;
  /** Nothing came from the peer since the last ping. */
  isAwaitingPong = false;
  wheelSlot = 0;
  frameWindowStartedAtMs = 0;
  framesInWindow = 0;
  controlFramesInWindow = 0;
  /** Its frames before anybody was authenticated on it, refused subscriptions counting as several. */
  unprovenFrames = 0;

  constructor(id: string, app: AppState, wire: Wire, openedAtMs: number, address: string) {
    this.id = id;
    this.app = app;
    this.wire = wire;
    this.openedAtMs = openedAtMs;
    this.address = address;
  }

  /** A person signed in on it, or subscribes with a valid signature. */
  prove(): void {
    this.app.unproven.delete(this);
  }

  /** Channels that it holds or waits for. */
  get subscriptions(): number {
    return this.channels.length + (this.pending?.size ?? 0);
  }

  channel(name: string): Channel | null {
    return this.channels.find((channel) => channel.name === name) ?? null;
  }
}

/** A channel that has subscribers in this process; it ends with the last of them. */
export class Channel {
  readonly name: string;
  readonly kind: ChannelKind;
  /** Each subscriber, with its person on presence channels. */
  readonly subscribers = new Map<Connection, string | null>();

  constructor(name: string, kind: ChannelKind) {
    this.name = name;
    this.kind = kind;
  }
}

/** Closes a socket with a code; the client gets the message, `onRefused` the limit that was met, if any. */
export type CloseSocket = (connection: Connection, code: number, message: string, limit?: RefusalReason) => void;

/** One application's sockets and channels in this process. */
export class AppState {
  readonly app: PusherApp;
  readonly connections = new Map<string, Connection>();
  /** Those that still have to prove who they are, oldest first; for apps that ask for it (`authorizeWithinMs`). */
  readonly unproven = new Set<Connection>();
  /** Those with subscriptions that the app has not decided about. */
  readonly undecided = new Set<Connection>();
  readonly channels = new Map<string, Channel>();
  /** Sockets by person, as far as their person is known. */
  readonly users = new Map<string, Set<Connection>>();

  constructor(app: PusherApp) {
    this.app = app;
  }
}
