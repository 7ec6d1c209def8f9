import type { ChannelKind } from "./channel-name.ts";
import type { AdmissionVerdict, AskedSubscription, PusherApp, RefusalReason } from "./realtime-options.ts";

/** The websocket operations that a connection uses; tests replace them with a list of frames. */
export interface Wire {
  /** Queues one complete websocket frame; all frames of a tick are sent in one write. */
  send(frame: Buffer): void;
  /** Queues a frame that may wait for others if the socket was written recently (LIVE-9). */
  sendSoon(frame: Buffer): void;
  ping(): void;
  /** Sends queued frames and a close frame, and cuts a peer that does not respond in time. */
  close(code: number, reason: string): void;
  /** Closes a flooding peer: stops reading, and does not wait for its close frame. */
  cut(code: number, reason: string): void;
}

/** A subscription with a valid signature on which its app has not decided yet. */
export interface PendingSubscription extends AskedSubscription {
  isPending: boolean;
  /** False after a revocation, when the client did not ask and expects no response. */
  readonly isRequested: boolean;
  readonly askedAtMs: number;
  readonly decided: (verdict: AdmissionVerdict) => void;
}

/** One open socket. It has only plain fields, no timers or closures, since thousands of sockets are idle (LIVE-7). */
export class Connection {
  readonly id: string;
  readonly app: AppState;
  readonly wire: Wire;
  readonly openedAtMs: number;
  /** The client's address, to which limits apply. */
  readonly address: string;
  isOpen = true;
  channels: readonly Channel[] = [];
  /** Set once, by the first signed channel that names a session. */
  userId: string | null = null;
  /** Opaque tags by which the socket can be revoked. */
  sessions: readonly string[] | null = null;
  /** Undecided subscriptions by channel, oldest first. */
  pending: Map<string, PendingSubscription> | null = null;
  /** Number of the last broadcast passed to this socket (LIVE-4). */
  broadcastNumber = 0;
  /** Whether nothing has arrived since the last ping. */
  isAwaitingPong = false;
  wheelSlot = 0;
  frameWindowStartedAtMs = 0;
  framesInWindow = 0;
  controlFramesInWindow = 0;
  /** Number of frames before authentication; a refused subscription counts as several. */
  unprovenFrames = 0;

  constructor(id: string, app: AppState, wire: Wire, openedAtMs: number, address: string) {
    this.id = id;
    this.app = app;
    this.wire = wire;
    this.openedAtMs = openedAtMs;
    this.address = address;
  }

  /** Marks the socket as authenticated, after a sign-in or a valid signature. */
  prove(): void {
    this.app.unproven.delete(this);
  }

  get subscriptions(): number {
    return this.channels.length + (this.pending?.size ?? 0);
  }

  channel(name: string): Channel | null {
    return this.channels.find((channel) => channel.name === name) ?? null;
  }
}

export class Channel {
  readonly name: string;
  readonly kind: ChannelKind;
  /** Subscribed sockets, with their user ids on presence channels. */
  readonly subscribers = new Map<Connection, string | null>();

  constructor(name: string, kind: ChannelKind) {
    this.name = name;
    this.kind = kind;
  }
}

/** Closes a socket with a code and message; `limit` is passed to `onRefused`. */
export type CloseSocket = (connection: Connection, code: number, message: string, limit?: RefusalReason) => void;

export class AppState {
  readonly app: PusherApp;
  readonly connections = new Map<string, Connection>();
  /** Unauthenticated sockets, oldest first; used only if the app requires authentication (`authorizeWithinMs`). */
  readonly unproven = new Set<Connection>();
  readonly undecided = new Set<Connection>();
  readonly channels = new Map<string, Channel>();
  readonly users = new Map<string, Set<Connection>>();

  constructor(app: PusherApp) {
    this.app = app;
  }
}
