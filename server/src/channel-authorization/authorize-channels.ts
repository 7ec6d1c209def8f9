import { offerIdOfRoomName, type ParsedChannel, parseChannel } from "@cuplaj/protocol/channels.ts";
import type { OnlineUser } from "@cuplaj/protocol/participant.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";
import type { Caller } from "../kernel/caller.ts";
import { done, invalidField, type Outcome } from "../kernel/outcome.ts";
import { toOnlineUser } from "../participants/rules.ts";
import type { RoomStore } from "../rooms/store.ts";
import { isChannelName, isSocketId } from "./rules.ts";

/** A signature for one channel, with the identity that was signed. */
interface SignedChannel {
  auth: string;
  channel_data?: string;
}

/** Who asks for a signature, and the session by which their sockets can be closed; others see only the first two. */
interface SignedIdentity {
  readonly user_id: string;
  readonly user_info: OnlineUser;
  readonly session: string;
}

export interface ChannelSigner {
  /** Null where the realtime server itself finds an input malformed. */
  sign(socketId: string, channel: string, identity: SignedIdentity): SignedChannel | null;
}

export interface AuthorizeParts {
  readonly live: ChannelSigner;
  readonly rooms: Pick<RoomStore, "findMemberOffers">;
}

/**
 * LIVE-2: signs each channel that the person may subscribe to; null for the others. The same is asked once more when a signature
 * is used, by the process that has the socket (`admit-subscriptions.ts`).
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
  const offerIds = [...parsed.values()].map(offerIdOf).filter((id) => id !== null);
  const maySee = hasPermission(user.roles, "rooms.view");
  const memberOffers = new Set(maySee && offerIds.length > 0 ? await rooms.findMemberOffers(user.id, offerIds) : []);
  const identity = { user_id: String(user.id), user_info: toOnlineUser(user), session };
  const signed = new Map(
    [...parsed].map(([channel, meaning]): [string, SignedChannel | null] => {
      const isOwn = maySee && meaning?.kind === "user" && meaning.participantId === user.id;
      const isMember = memberOffers.has(offerIdOf(meaning) ?? 0);
      return [channel, isOwn || isMember ? live.sign(socketId, channel, identity) : null];
    }),
  );
  return done(signed);
}

/** The offer that a parsed channel is the room of; null for every other. */
export const offerIdOf = (channel: ParsedChannel | null): number | null =>
  channel?.kind === "room" ? offerIdOfRoomName(channel.roomName) : null;
