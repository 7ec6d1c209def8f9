import { parseChannel, type ParsedChannel } from "@cuplaj/protocol/channels.ts";
import type { OnlineUser, User } from "@cuplaj/protocol/participant.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";
import type { Caller } from "../kernel/caller.ts";
import { done, invalidField, type Outcome } from "../kernel/outcome.ts";
import { toOnlineUser } from "../participants/rules.ts";
import type { RoomStore } from "../rooms/store.ts";
import { isChannelName, isSocketId } from "./rules.ts";

interface SignedChannel {
  auth: string;
  channel_data?: string;
}

/** Others see only `user_id` and `user_info`; `session` lets the server close the person's sockets. */
interface SignedIdentity {
  readonly user_id: string;
  readonly user_info: OnlineUser;
  readonly session: string;
}

export interface ChannelSigner {
  sign(socketId: string, channel: string, identity: SignedIdentity): SignedChannel | null;
}

export interface AuthorizeParts {
  readonly live: ChannelSigner;
  readonly rooms: Pick<RoomStore, "findMemberRooms">;
}

/**
 * LIVE-2: signs the channels that the person may subscribe to, and maps all others to null. When a signature is used, the process that has the
 * socket checks the permission again (`admit-subscriptions.ts`).
 */
export async function authorizeChannels(
  { live, rooms }: AuthorizeParts,
  { user, session }: Caller,
  socketId: string,
  channels: readonly string[],
): Promise<Outcome<ReadonlyMap<string, SignedChannel | null>>> {
  if (!isSocketId(socketId)) return invalidField("socket_id", "not_valid");
  if (!channels.every(isChannelName)) return invalidField("channel_name", "not_valid");
  const parsed = new Map(channels.map((channel) => [channel, parseChannel(channel)]));
  const names = [...parsed.values()].flatMap((channel) => (channel?.kind === "room" ? channel.roomName : []));
  const maySee = hasPermission(user.roles, "rooms.view");
  const memberRooms = new Set(maySee && names.length > 0 ? await rooms.findMemberRooms(user.id, names) : []);
  const identity = { user_id: String(user.id), user_info: toOnlineUser(user), session };
  const maySubscribe = (channel: ParsedChannel): boolean =>
    channel.kind === "room"
      ? memberRooms.has(channel.roomName) && isInSession(user, channel.roomName)
      : maySee && channel.participantId === user.id && user.only_room === undefined;
  const signed = new Map(
    [...parsed].map(([channel, meaning]): [string, SignedChannel | null] => [
      channel,
      meaning !== null && maySubscribe(meaning) ? live.sign(socketId, channel, identity) : null,
    ]),
  );
  return done(signed);
}

/** MAIL-3: whether the session has the room. */
const isInSession = ({ only_room: only }: User, roomName: string): boolean =>
  only === undefined || only.name === roomName;
