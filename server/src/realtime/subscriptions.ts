import { isChannelAuthValid } from "./channel-auth.ts";
import { type ChannelName, parseChannelName, serverToUserId } from "./channel-name.ts";
import type { ChannelRegistry } from "./channel-registry.ts";
import { closeCodes } from "./close-codes.ts";
import type { AppState, Channel, Connection } from "./connection.ts";
import type { EventCache } from "./event-cache.ts";
import { encodeEvent, errorFrame, eventFrame, textFrame } from "./frames.ts";
import { asRecord } from "./json.ts";
import type { RealtimeLimits } from "./limits.ts";
import type { RealtimeMetrics } from "./metrics.ts";
import type { PresenceRosters } from "./presence-roster.ts";
import type { RealtimeHooks } from "./realtime-server.ts";

/** Longest `channel_data`: Pusher's 1 KB of user object and a little for the id. */
const channelDataBytesMax = 2048;
const userIdCharactersMax = 128;
/** SEC-2: a signature that is not right counts as so many frames more of a socket that has proved nobody. */
const refusedFramesCost = 9;

/** What subscribing touches. */
export interface SubscriptionParts {
  readonly registry: ChannelRegistry;
  readonly rosters: PresenceRosters;
  readonly cache: EventCache;
  readonly limits: RealtimeLimits;
  readonly metrics: RealtimeMetrics;
  readonly hooks: RealtimeHooks;
}

interface Refusal {
  readonly kind: "refused";
  readonly type: string;
  readonly status: number;
  readonly error: string;
}

interface Member {
  readonly userId: string;
  /** JSON text. */
  readonly info: string;
}

type Decision = Refusal | { readonly kind: "granted"; readonly name: ChannelName; readonly member: Member | null };

/** `pusher:subscribe`: `subscription_succeeded` comes before any event of the channel; a repetition changes nothing. */
export function subscribe(connection: Connection, data: unknown, parts: SubscriptionParts): void {
  const request = asRecord(data) ?? {};
  const channelName = request["channel"];
  if (typeof channelName !== "string") {
    connection.wire.send(errorFrame(null, "A subscription names its channel"));
    return;
  }
  const existing = connection.channel(channelName);
  if (existing !== null) {
    sendSucceeded(connection, existing, parts);
    return;
  }
  if (connection.channels.length >= parts.limits.subscriptionsMax) {
    // LIVE-7: the socket stays, the subscription does not come about.
    connection.wire.send(
      errorFrame(closeCodes.overCapacity, `A connection holds at most ${parts.limits.subscriptionsMax} subscriptions`),
    );
    return;
  }
  const decision = decide(connection, channelName, request, parts);
  if (decision.kind === "refused") refuse(connection, channelName, decision, parts);
  else grant(connection, channelName, decision.name, decision.member, parts);
}

/** `pusher:unsubscribe`; nothing is answered. */
export function unsubscribe(connection: Connection, data: unknown, parts: SubscriptionParts): void {
  const channelName = asRecord(data)?.["channel"];
  const channel = typeof channelName === "string" ? connection.channel(channelName) : null;
  if (channel !== null) leaveChannel(connection, channel, parts);
}

/** Takes a channel from all sockets of a person; their old signatures stay void until the channel is signed anew. */
export function withdrawChannel(app: AppState, userId: string, name: string, parts: SubscriptionParts): void {
  const sockets = new Set(app.users.get(userId) ?? []);
  for (const [connection, memberId] of app.channels.get(name)?.subscribers ?? []) {
    if (memberId === userId) sockets.add(connection);
  }
  for (const connection of sockets) {
    connection.withdrawn ??= new Set();
    connection.withdrawn.add(name);
    const channel = connection.channel(name);
    if (channel !== null) leaveChannel(connection, channel, parts);
  }
  parts.rosters.expel(app.app.id, name, userId);
}

/** The one way out of a channel, for every reason. */
export function leaveChannel(connection: Connection, channel: Channel, parts: SubscriptionParts): void {
  const memberId = channel.subscribers.get(connection) ?? null;
  parts.registry.unsubscribe(connection, channel);
  if (memberId !== null) parts.rosters.leave(connection.app.app.id, channel.name, memberId);
}

function decide(
  connection: Connection,
  channelName: string,
  request: Readonly<Record<string, unknown>>,
  parts: SubscriptionParts,
): Decision {
  const name = parseChannelName(channelName);
  if (name === null) return refusal("InvalidChannel", 400, "The channel name is not allowed");
  if (name.kind === "public") return { kind: "granted", name, member: null };
  if (name.kind === "server-to-user") {
    return connection.signedIn?.id === serverToUserId(channelName)
      ? { kind: "granted", name, member: null }
      : unauthorized;
  }
  return decideSigned(connection, channelName, name, request, parts);
}

function decideSigned(
  connection: Connection,
  channelName: string,
  name: ChannelName,
  request: Readonly<Record<string, unknown>>,
  parts: SubscriptionParts,
): Decision {
  const { auth } = request;
  // Some clients send null for what they do not have.
  const channelData = request["channel_data"] ?? undefined;
  if (typeof auth !== "string" || (channelData !== undefined && typeof channelData !== "string")) return unauthorized;
  const refused = signatureRefusal(connection, channelName, auth, channelData);
  if (refused !== null) return refused;
  if (name.kind !== "presence") return { kind: "granted", name, member: null };
  return decideMember(connection, channelName, name, channelData, parts);
}

function signatureRefusal(
  connection: Connection,
  channelName: string,
  auth: string,
  channelData: string | undefined,
): Refusal | null {
  if (channelData !== undefined && Buffer.byteLength(channelData) > channelDataBytesMax) {
    return refusal("LimitReached", 413, "The channel data is too long");
  }
  const isValid = isChannelAuthValid(connection.app.app, connection.id, channelName, auth, channelData);
  return isValid && connection.withdrawn?.has(channelName) !== true ? null : unauthorized;
}

function decideMember(
  connection: Connection,
  channelName: string,
  name: ChannelName,
  channelData: string | undefined,
  parts: SubscriptionParts,
): Decision {
  const member = memberOf(connection, channelData);
  if (member === null) return refusal("AuthError", 400, "A presence channel needs channel data with a user_id");
  const { rosters, limits } = parts;
  const appId = connection.app.app.id;
  const isFull = rosters.userCount(appId, channelName) >= limits.presenceMembersMax;
  if (isFull && rosters.member(appId, channelName, member.userId) === null) {
    return refusal("LimitReached", 403, `A presence channel holds at most ${limits.presenceMembersMax} members`);
  }
  return { kind: "granted", name, member };
}

function grant(
  connection: Connection,
  channelName: string,
  name: ChannelName,
  member: Member | null,
  parts: SubscriptionParts,
): void {
  const appId = connection.app.app.id;
  const channel = parts.registry.subscribe(connection, channelName, name, member?.userId ?? null);
  if (name.kind !== "public") connection.prove();
  if (member !== null) parts.rosters.join(appId, channelName, member.userId, member.info, connection);
  sendSucceeded(connection, channel, parts);
}

function sendSucceeded(connection: Connection, channel: Channel, parts: SubscriptionParts): void {
  const appId = connection.app.app.id;
  const data = channel.kind === "presence" ? parts.rosters.hereText(appId, channel.name) : "{}";
  const succeeded = { event: "pusher_internal:subscription_succeeded", channel: channel.name, data };
  connection.wire.send(textFrame(encodeEvent(succeeded)));
  if (!channel.isCached) return;
  const cached = parts.cache.get(appId, channel.name);
  const frame =
    cached === null
      ? textFrame(JSON.stringify({ event: "pusher:cache_miss", channel: channel.name }))
      : textFrame(encodeEvent({ event: cached.event, channel: channel.name, data: cached.data }));
  connection.wire.send(frame);
}

const unauthorized = refusal("AuthError", 401, "The connection is not authorized for this channel");

function refusal(type: string, status: number, error: string): Refusal {
  return { kind: "refused", type, status, error };
}

function refuse(connection: Connection, channelName: string, decision: Refusal, parts: SubscriptionParts): void {
  const { type, error, status } = decision;
  if (status === 401) parts.metrics.authFailures += 1;
  connection.unprovenFrames += refusedFramesCost;
  connection.wire.send(eventFrame("pusher:subscription_error", { type, error, status }, channelName));
}

/** The signed person; a signed-in user stands in where the channel data is missing. */
function memberOf(connection: Connection, channelData: string | undefined): Member | null {
  if (channelData === undefined) {
    const { signedIn } = connection;
    return signedIn === null ? null : { userId: signedIn.id, info: JSON.stringify(signedIn.userInfo) };
  }
  const parsed = asRecord(channelData);
  const userId = parsed?.["user_id"];
  if (parsed === null || (typeof userId !== "string" && typeof userId !== "number")) return null;
  const id = String(userId);
  if (id.length === 0 || id.length > userIdCharactersMax) return null;
  return { userId: id, info: JSON.stringify(parsed["user_info"] ?? null) };
}
