import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Clock } from "../kernel/clock.ts";
import type { Bus } from "./bus.ts";
import type { RealtimeLimits } from "./limits.ts";
import type { RealtimeMetrics } from "./metrics.ts";

/** A client event as it arrived, with the identity that was signed for its sender (never one it claims). */
export interface ClientEvent {
  readonly channel: string;
  readonly event: string;
  readonly data: unknown;
  readonly sender: ClientEventSender | null;
}

/** Who sends: the presence member of that channel, else the signed-in or bound user of the socket. */
export interface ClientEventSender {
  readonly userId: string;
  readonly userInfo: unknown;
}

/** What becomes of a client event: rebuilt data to relay to the others, or a refusal (error 4301). */
export type ClientEventVerdict =
  | { readonly kind: "relay"; readonly data: unknown }
  | { readonly kind: "refuse"; readonly message: string };

/** Decides about a client event after the protocol's own checks (subscribed, signed channel, rate, size). */
export type ClientEventRule = (event: ClientEvent) => ClientEventVerdict;

/** Relays every client event as it came, as Pusher does. */
export const relayClientEvents: ClientEventRule = (event) => ({ kind: "relay", data: event.data });

/** A subscription whose signature is right, and what was signed with it: the person, and the session that asked for it. */
export interface AskedSubscription {
  readonly channel: string;
  readonly userId: string | null;
  readonly session: string | null;
  /** False as soon as nobody waits for the answer any more. */
  readonly isPending: boolean;
}

/** `refused`: no such channel for this person (403); `ended`: the session is over, and with it the socket (4009). */
export type AdmissionVerdict = "admitted" | "refused" | "ended";

/** Decides by what is so now, before `subscription_succeeded`; a socket that waits for over 5 s has to reconnect (4100). */
export type Admit = (asked: AskedSubscription) => Promise<AdmissionVerdict>;

/** One application that sockets can connect to. */
export interface PusherApp {
  /** Digits only: the server packages parse it as a number. */
  readonly id: string;
  readonly key: string;
  readonly secret: string;
  /** Null switches client events off for the app. */
  readonly clientEvents: ClientEventRule | null;
  /** Asked about each signed channel; where it is missing, the signature alone decides. */
  readonly admit?: Admit;
  /**
   * Close (4009) sockets that neither signed in nor joined a signed channel in this time, and hear little of them until then;
   * never unless asked for.
   */
  readonly authorizeWithinMs?: number;
}

/** What the realtime server writes to a log; pino fits. */
export interface RealtimeLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/**
 * Why somebody was turned away at the door (up to `sockets`), or closed inside, by the name of the limit; `origin` and `path`
 * are no limits.
 */
export type RefusalReason =
  | "path"
  | "origin"
  | "rate"
  | "sockets"
  | "capacity"
  | "person"
  | "frames"
  | "control-frames"
  | "unauthorized"
  | "slow";

/** Somebody was refused, from where, and who as far as it is known. */
export interface LiveRefusal {
  readonly reason: RefusalReason;
  readonly address: string;
  readonly user: { readonly appId: string; readonly id: string } | null;
}

/** What the composition root may listen to. Hooks must not throw and must not wait. */
export interface RealtimeHooks {
  /** A broadcast with a mark, from whichever process, is about to be handed to this one's sockets; false keeps it from them. */
  onBroadcast?(mark: BroadcastMark): boolean;
  /** Who, of the members of a presence channel, gets a broadcast with a mark on these channels; without this hook all do. */
  audienceOf?(channels: readonly string[]): (userId: string) => boolean;
  /** Called as often as it happens, also in a flood. */
  onRefused?(refusal: LiveRefusal): void;
}

/** Everything the server needs; it reads no setting and no clock by itself. */
export interface RealtimeOptions {
  readonly apps: readonly PusherApp[];
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: RealtimeLog;
  readonly limits: RealtimeLimits;
  /** Exact origins (`https://host`); a request without Origin is let in, since a socket carries no identity of its own. */
  readonly allowedOrigins: "any" | readonly string[];
  /** The client's address as limits count it; the composition root knows which proxies to trust. */
  readonly addressOf: (request: IncomingMessage) => string;
  readonly hooks?: RealtimeHooks;
}

/** What a broadcast says of itself to `onBroadcast`, in all processes; it means nothing to this server. */
export type BroadcastMark = [key: string, number: number];

/** One event to the subscribers of some channels. */
export interface Broadcast {
  /** A socket on several of them gets the event once, under the first in this order (LIVE-4). */
  readonly channels: readonly string[];
  readonly event: string;
  /** A string is sent as it is, anything else as JSON. */
  readonly data: unknown;
  readonly exceptSocketId?: string;
  readonly mark?: BroadcastMark;
  /** Only subscribers of this process get it. */
  readonly isLocal?: boolean;
}

/** A person present on a channel. */
export interface PresenceMember {
  readonly userId: string;
  readonly userInfo: unknown;
}

/** What `signChannel` gives; `malformed` when an input does not match its pattern, and then nothing was signed. */
export type SignedChannel =
  | { readonly kind: "signed"; readonly auth: string; readonly channel_data?: string }
  | { readonly kind: "malformed"; readonly field: "socket_id" | "channel_name" };

/** Sockets leave in batches, each a little apart, so that their reconnects do not come at once. */
export interface DrainOptions {
  readonly batchSize: number;
  readonly intervalMs: number;
  /** 4200 (reconnect now) by default; 4100 when no successor listens yet. */
  readonly code?: number;
}

/** What the HTTP API says about one occupied channel; `userCount` only on presence channels. */
export interface OccupiedChannel {
  readonly subscriptionCount: number;
  readonly userCount?: number;
}

/** The realtime server: Pusher protocol 7, with no knowledge of what its channels mean. */
export interface RealtimeServer {
  readonly apps: readonly PusherApp[];
  readonly limits: RealtimeLimits;
  /** For `upgrade` events of the shared HTTP server: `/app/{key}` is answered by a websocket, anything else refused. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Sends to subscribers in all processes; in this one the frames leave at the end of the tick. */
  broadcast(appId: string, broadcast: Broadcast): void;
  /** Signs one channel for one socket. Nobody is asked whether it may: that is done when the channel is subscribed to (`admit`). */
  signChannel(appId: string, socketId: string, channel: string, channelData?: ChannelData): SignedChannel;
  /** The sessions that open sockets of this process are bound to; one may come several times. */
  sessions(): Iterable<string>;
  /** Whether a socket is open on this process, and whether one of this person is known to be. */
  hasSockets(appId: string): boolean;
  hasUser(appId: string, userId: string): boolean;
  /** People who hold a presence channel on this process, or wait to be admitted to it; one comes once for each socket. */
  holders(appId: string, channel: string): readonly string[];
  /** People present on a presence channel, in all processes, in no order. */
  members(appId: string, channel: string): readonly PresenceMember[];
  /** The occupied channels of all processes, or the one asked for, else null. */
  occupiedChannels(appId: string): ReadonlyMap<string, OccupiedChannel>;
  occupied(appId: string, channel: string): OccupiedChannel | null;
  /** The kept event of a cache channel. */
  cachedEvent(appId: string, channel: string): { event: string; data: string; ttlSeconds: number } | null;
  /** Takes a channel away from every socket of a person; where they are subscribing to it, the app is asked anew. */
  unsubscribeUser(appId: string, userId: string, channel: string): void;
  /** The same on this process alone. */
  unsubscribeUserHere(appId: string, userId: string, channel: string): void;
  /** Closes this process's sockets of a session, or of a person. */
  closeSession(session: string, code?: number): void;
  closeUser(appId: string, userId: string, code?: number): void;
  /** Closes a person's sockets in all processes. */
  terminateUser(appId: string, userId: string): void;
  /** Refuses new sockets with 4100 and closes the others in jittered batches; done when all have left. */
  drain(options: DrainOptions): Promise<void>;
  /** True while messages reach the other processes. */
  isBusReady(): boolean;
  metrics(): RealtimeMetrics;
  /** Ends timers and the bus subscription, and cuts the sockets that are left. */
  close(): Promise<void>;
}

/** The signed identity: `user_id`, what the others may know of them, and the session that asked, which nobody is told. */
export interface ChannelData {
  readonly user_id: string;
  readonly user_info: unknown;
  readonly session?: string;
}
