import { isChannelAuthValid } from "./channel-auth.ts";
import { channelKind, type ChannelKind } from "./channel-name.ts";
import { closeCodes } from "./close-codes.ts";
import type { AppState, Channel, Connection } from "./connection.ts";
import { encodeEvent, errorFrame, eventFrame, textFrame } from "./frames.ts";
import { asRecord } from "./json.ts";
import { askAgain, askApp, cancelPending } from "./pending-subscriptions.ts";
import type { AdmissionVerdict } from "./realtime-options.ts";
import type { RealtimeParts } from "./realtime-parts.ts";
import { bind } from "./user-sockets.ts";

/** Pusher allows 1 KB for the user object; the other half leaves room for the id. */
const channelDataBytesMax = 2048;
const userIdCharactersMax = 128;
/** SEC-2: extra frames that a refused subscription costs an unauthenticated socket. */
const refusedFramesCost = 9;

/** The data of `pusher:subscription_error`. */
interface Refusal {
  readonly type: string;
  readonly error: string;
  readonly status: number;
}

interface Identity {
  readonly userId: string;
  /** The user info, as JSON text. */
  readonly info: string;
  readonly session: string | null;
}

/** A subscription that needs no signature or has a valid one. */
interface Wanted {
  readonly channelName: string;
  readonly kind: ChannelKind;
  readonly identity: Identity | null;
}

/** `pusher:subscribe`: sends `subscription_succeeded` before any event of the channel; repetitions change nothing. */
export function subscribe(connection: Connection, data: unknown, parts: RealtimeParts): void {
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
  if (connection.pending?.get(channelName)?.isRequested === true) return;
  cancelPending(connection, channelName);
  if (connection.subscriptions >= parts.limits.subscriptionsMax) {
    // LIVE-7: only the subscription fails; the socket stays open.
    connection.wire.send(
      errorFrame(closeCodes.overCapacity, `A connection holds at most ${parts.limits.subscriptionsMax} subscriptions`),
    );
    return;
  }
  subscribeTo(connection, channelName, request, parts);
}

/** `pusher:unsubscribe`: removes a subscription and sends no response. */
export function unsubscribe(connection: Connection, data: unknown, parts: RealtimeParts): void {
  const channelName = asRecord(data)?.["channel"];
  if (typeof channelName !== "string") return;
  cancelPending(connection, channelName);
  const channel = connection.channel(channelName);
  if (channel !== null) leaveChannel(connection, channel, parts);
}

/**
 * Removes a person from a channel. With `admit`, restores what the app admits again, since a revocation may arrive after the person came back
 * (ROOM-6).
 */
export function revokeChannel(app: AppState, userId: string, channelName: string, parts: RealtimeParts): void {
  const { admit, id: appId } = app.app;
  askAgain(app, userId, channelName);
  const channel = app.channels.get(channelName);
  const revoked: [Connection, Wanted][] = [];
  for (const [connection, memberId] of [...(channel?.subscribers ?? [])]) {
    if (channel === undefined || (memberId !== userId && connection.userId !== userId)) continue;
    const identity = identityIn(channel, connection, memberId ?? userId, parts);
    revoked.push([connection, { channelName, kind: channel.kind, identity }]);
    leaveChannel(connection, channel, parts);
  }
  parts.rosters.expel(appId, channelName, userId);
  if (admit === undefined) return;
  for (const [connection, wanted] of revoked) ask(connection, wanted, false, parts);
}

function identityIn({ name }: Channel, connection: Connection, userId: string, { rosters }: RealtimeParts): Identity {
  const member = rosters.member(connection.app.app.id, name, userId);
  const session = connection.userId === userId ? (connection.sessions?.at(-1) ?? null) : null;
  return { userId, info: JSON.stringify(member?.userInfo ?? null), session };
}

export function leaveChannel(connection: Connection, channel: Channel, parts: RealtimeParts): void {
  const memberId = channel.subscribers.get(connection) ?? null;
  parts.registry.unsubscribe(connection, channel);
  if (memberId !== null) parts.rosters.leave(connection.app.app.id, channel.name, memberId);
}

type Request = Readonly<Record<string, unknown>>;

function subscribeTo(connection: Connection, channelName: string, request: Request, parts: RealtimeParts): void {
  const kind = channelKind(channelName);
  if (kind === null) refuse(connection, channelName, invalidChannel, parts);
  else if (kind === "public") grant(connection, { channelName, kind, identity: null }, parts);
  else subscribeSigned(connection, { channelName, kind, identity: null }, request, parts);
}

/** Subscribes to a signed channel. The signature identifies the person; `admit`, if present, decides whether they may subscribe now. */
function subscribeSigned(connection: Connection, asked: Wanted, request: Request, parts: RealtimeParts): void {
  const identity = verify(connection, asked, request);
  if (identity !== null && "status" in identity) {
    refuse(connection, asked.channelName, identity, parts);
    return;
  }
  const wanted = { ...asked, identity };
  connection.prove();
  if (connection.app.app.admit === undefined) {
    grant(connection, wanted, parts);
    return;
  }
  const { userId, session = null } = identity ?? {};
  // AUTH-4: binds the socket before asking the app, so that a session that ends from now on finds the socket.
  if (userId !== undefined && session !== null && !bind(connection, userId, session, parts)) return;
  ask(connection, wanted, true, parts);
}

/** Verifies the signature; returns null if it names no user. */
function verify(connection: Connection, { channelName, kind }: Wanted, request: Request): Identity | null | Refusal {
  const { auth } = request;
  // Some clients send null in place of absent data.
  const channelData = request["channel_data"] ?? undefined;
  if (typeof auth !== "string" || (channelData !== undefined && typeof channelData !== "string")) return unauthorized;
  if (Buffer.byteLength(channelData ?? "") > channelDataBytesMax) return channelDataTooLong;
  if (!isChannelAuthValid(connection.app.app, connection.id, channelName, auth, channelData)) return unauthorized;
  const identity = identityOf(channelData);
  return kind === "presence" && identity === null ? memberMissing : identity;
}

/** Asks the app. After a revocation, the client is notified only if access is granted again. */
function ask(connection: Connection, wanted: Wanted, isRequested: boolean, parts: RealtimeParts): void {
  const { channelName: channel, identity } = wanted;
  const { userId = null, session = null } = identity ?? {};
  const decided = (verdict: AdmissionVerdict): void => {
    if (verdict === "admitted") grant(connection, wanted, parts);
    else if (isRequested) refuse(connection, channel, verdict === "ended" ? unauthorized : forbidden, parts);
    if (verdict === "ended") parts.close(connection, closeCodes.unauthorized, "The session has ended");
  };
  askApp(connection, { channel, userId, session, isRequested, askedAtMs: parts.clock.steadyMs(), decided });
}

function grant(connection: Connection, wanted: Wanted, parts: RealtimeParts): void {
  const { channelName, kind } = wanted;
  const appId = connection.app.app.id;
  const member = kind === "presence" ? wanted.identity : null;
  if (member !== null && isFull(appId, channelName, member, parts)) {
    const error = `A presence channel holds at most ${parts.limits.presenceMembersMax} members`;
    refuse(connection, channelName, { type: "LimitReached", error, status: 403 }, parts);
    return;
  }
  const channel = parts.registry.subscribe(connection, channelName, kind, member?.userId ?? null);
  if (member !== null) parts.rosters.join(appId, channelName, member.userId, member.info, connection);
  sendSucceeded(connection, channel, parts);
}

function isFull(appId: string, channelName: string, { userId }: Identity, parts: RealtimeParts): boolean {
  const { rosters, limits } = parts;
  if (rosters.userCount(appId, channelName) < limits.presenceMembersMax) return false;
  return rosters.member(appId, channelName, userId) === null;
}

function sendSucceeded(connection: Connection, channel: Channel, parts: RealtimeParts): void {
  const appId = connection.app.app.id;
  const data = channel.kind === "presence" ? parts.rosters.hereText(appId, channel.name) : "{}";
  const succeeded = { event: "pusher_internal:subscription_succeeded", channel: channel.name, data };
  connection.wire.send(textFrame(encodeEvent(succeeded)));
}

const invalidChannel = { type: "InvalidChannel", error: "The channel name is not allowed", status: 400 };
const unauthorized = { type: "AuthError", error: "The connection is not authorized for this channel", status: 401 };
const forbidden = { type: "AuthError", error: "The channel is not open to this person", status: 403 };
const channelDataTooLong = { type: "LimitReached", error: "The channel data is too long", status: 413 };
const memberMissing = { type: "AuthError", error: "A presence channel needs channel data with a user_id", status: 400 };

function refuse(connection: Connection, channelName: string, refusal: Refusal, parts: RealtimeParts): void {
  if (refusal.status === 401) parts.metrics.authFailures += 1;
  connection.unprovenFrames += refusedFramesCost;
  connection.wire.send(eventFrame("pusher:subscription_error", refusal, channelName));
}

function identityOf(channelData: string | undefined): Identity | null {
  const { user_id: userId, user_info: info = null, session } = asRecord(channelData) ?? {};
  if (typeof userId !== "string" && typeof userId !== "number") return null;
  const id = String(userId);
  if (id.length === 0 || id.length > userIdCharactersMax) return null;
  return { userId: id, info: JSON.stringify(info), session: typeof session === "string" ? session : null };
}
