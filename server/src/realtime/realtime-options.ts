import type { IncomingMessage } from "node:http";
import type { Clock } from "../kernel/clock.ts";
import type { Bus } from "./bus.ts";
import type { RealtimeLimits } from "./limits.ts";

/** A client event as it arrived, with the identity that was signed for its sender (never one it claims). */
export interface ClientEvent {
  readonly channel: string;
  readonly event: string;
  readonly data: unknown;
  /** The presence member of that channel, else the signed-in or bound user of the socket. */
  readonly sender: PresenceMember | null;
}

/** What becomes of a client event: rebuilt data to relay to the others, or a refusal (error 4301). */
export type ClientEventVerdict =
  | { readonly kind: "relay"; readonly data: unknown }
  | { readonly kind: "refuse"; readonly message: string };

/** Decides about a client event after the protocol's own checks (subscribed, signed channel, rate, size). */
type ClientEventRule = (event: ClientEvent) => ClientEventVerdict;

/** Relays every client event as it came, as Pusher does. */
export const relayClientEvents: ClientEventRule = (event) => ({ kind: "relay", data: event.data });

/** A subscription with a valid signature, and what was signed with it: the person, and the session that asked for it. */
export interface AskedSubscription {
  readonly channel: string;
  readonly userId: string | null;
  readonly session: string | null;
  /** False as soon as the answer is no longer needed. */
  readonly isPending: boolean;
}

/** `refused`: no such channel for this person (403); `ended`: the session is over, and with it the socket (4009). */
export type AdmissionVerdict = "admitted" | "refused" | "ended";

/** Decides by the current state, before `subscription_succeeded`; a socket that waits for over 5 s has to reconnect (4100). */
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
  /** Sockets that neither sign in nor join a signed channel in this time are closed (4009), and may send little until then. */
  readonly authorizeWithinMs?: number;
}

/** What the realtime server writes to a log; pino fits. */
export interface RealtimeLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** The limit by which a handshake was refused (up to `sockets`) or a socket closed; `origin`, `path` and `leaving` are no limits. */
export type RefusalReason =
  | "path"
  | "leaving"
  | "origin"
  | "rate"
  | "sockets"
  | "capacity"
  | "person"
  | "frames"
  | "control-frames"
  | "unauthorized"
  | "slow";

/** A refusal: from which address, and of whom as far as it is known. */
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
  /** Called for every refusal, also in a flood. */
  onRefused?(refusal: LiveRefusal): void;
}

/** The server reads no setting and no clock by itself. */
export interface RealtimeOptions {
  readonly apps: readonly PusherApp[];
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: RealtimeLog;
  readonly limits: RealtimeLimits;
  /** Exact origins (`https://host`); a request without Origin is accepted, since a socket carries no identity of its own. */
  readonly allowedOrigins: "any" | readonly string[];
  /** The client's address as limits count it; the composition root knows which proxies to trust. */
  readonly addressOf: (request: IncomingMessage) => string;
  readonly hooks?: RealtimeHooks;
}

/** What a broadcast carries for `onBroadcast`, in all processes; opaque to this server. */
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

/** The signed identity: `user_id`, what the others may know of them, and the session that asked, which no client gets. */
export interface ChannelData {
  readonly user_id: string;
  readonly user_info: unknown;
  readonly session?: string;
}
