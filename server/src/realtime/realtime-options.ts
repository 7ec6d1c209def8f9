import type { IncomingMessage } from "node:http";
import type { Clock } from "../kernel/clock.ts";
import type { Bus } from "./bus.ts";
import type { RealtimeLimits } from "./limits.ts";

/** A client event as received, with its sender's signed identity (never a claimed one). */
export interface ClientEvent {
  readonly channel: string;
  readonly event: string;
  readonly data: unknown;
  /** The member of the presence channel, or otherwise the user bound to the socket. */
  readonly sender: PresenceMember | null;
}

/** The data to relay to the others, or a refusal (error 4301). */
export type ClientEventVerdict =
  | { readonly kind: "relay"; readonly data: unknown }
  | { readonly kind: "refuse"; readonly message: string };

/** Decides on a client event that passed the protocol's checks (subscribed, signed channel, rate, size). */
type ClientEventRule = (event: ClientEvent) => ClientEventVerdict;

/** Relays every client event unchanged, as Pusher does. */
export const relayClientEvents: ClientEventRule = (event) => ({ kind: "relay", data: event.data });

/** A subscription with a valid signature, and the signed person and session. */
export interface AskedSubscription {
  readonly channel: string;
  readonly userId: string | null;
  readonly session: string | null;
  /** False once the verdict is no longer needed. */
  readonly isPending: boolean;
}

/** `refused`: the person may not use this channel (403). `ended`: the session has ended, which closes the socket (4009). */
export type AdmissionVerdict = "admitted" | "refused" | "ended";

/** Decides from the current state before `subscription_succeeded` is sent. A socket that waits over 5 s must reconnect (4100). */
export type Admit = (asked: AskedSubscription) => Promise<AdmissionVerdict>;

export interface PusherApp {
  /** Contains only digits, since Pusher's server packages parse it as a number. */
  readonly id: string;
  readonly key: string;
  readonly secret: string;
  /** Null disables client events. */
  readonly clientEvents: ClientEventRule | null;
  /** Called for each signed channel; without it, the signature is sufficient. */
  readonly admit?: Admit;
  /** Sockets that neither sign in nor join a signed channel within this time are closed (4009); until then they may send little. */
  readonly authorizeWithinMs?: number;
}

export interface RealtimeLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Why a handshake was refused (the reasons up to `sockets`) or a socket closed. All except `origin`, `path` and `leaving` are limits. */
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

export interface LiveRefusal {
  readonly reason: RefusalReason;
  readonly address: string;
  readonly user: { readonly appId: string; readonly id: string } | null;
}

/** Hooks for the composition root. They must neither throw nor block. */
export interface RealtimeHooks {
  /** Called before a marked broadcast of any process is passed to this process's sockets; returning false drops it here. */
  onBroadcast?(mark: BroadcastMark): boolean;
  /** Selects the members of a presence channel who get a marked broadcast on these channels; without this hook, all do. */
  audienceOf?(channels: readonly string[]): (userId: string) => boolean;
  /** Called for every refusal, even in a flood. */
  onRefused?(refusal: LiveRefusal): void;
}

/** Everything that the server depends on; it reads no settings or clock itself. */
export interface RealtimeOptions {
  readonly apps: readonly PusherApp[];
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: RealtimeLog;
  readonly limits: RealtimeLimits;
  /** Exact origins (`https://host`). A request without an origin is accepted, since a socket has no identity by itself. */
  readonly allowedOrigins: "any" | readonly string[];
  /** Returns the client's address as limits count it; the composition root knows which proxies to trust. */
  readonly addressOf: (request: IncomingMessage) => string;
  readonly hooks?: RealtimeHooks;
}

/** Passed to `onBroadcast` in all processes; opaque to this server. */
export type BroadcastMark = [key: string, number: number];

export interface Broadcast {
  /** A socket on several of these channels gets the event once, on the first in this order (LIVE-4). */
  readonly channels: readonly string[];
  readonly event: string;
  /** Strings are sent unchanged, everything else as JSON. */
  readonly data: unknown;
  readonly exceptSocketId?: string;
  readonly mark?: BroadcastMark;
  /** Whether to deliver only to subscribers of this process. */
  readonly isLocal?: boolean;
}

export interface PresenceMember {
  readonly userId: string;
  readonly userInfo: unknown;
}

/** The signed identity: `user_id`, info for others, and the session, which clients never see. */
export interface ChannelData {
  readonly user_id: string;
  readonly user_info: unknown;
  readonly session?: string;
}
