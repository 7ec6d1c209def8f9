import {
  offerIdOfRoomName,
  type ParsedChannel,
  parseChannel,
  roomChannel,
  roomName,
} from "@cuplaj/protocol/channels.ts";
import type { OnlineUser, User } from "@cuplaj/protocol/participant.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";
import { done, invalidField, type Outcome, refused } from "../outcome.ts";
import { toOnlineUser } from "../participants/rules.ts";
import type { ChannelRevoker } from "../rooms/leave-room.ts";
import type { RoomStore } from "../rooms/store.ts";
import { isChannelName, isSocketId } from "./rules.ts";

/** A signature for one channel, with the signed identity on a presence channel. */
interface SignedChannel {
  auth: string;
  channel_data?: string;
}

/** Signs for the realtime server, and ties sockets to people so that they can be cut off later (AUTH-4). */
export interface ChannelSigner extends Pick<ChannelRevoker, "revoke"> {
  /** Null where the realtime server itself finds an input malformed. */
  sign(
    socketId: string,
    channel: string,
    identity: { user_id: string; user_info: OnlineUser } | null,
  ): SignedChannel | null;
  /** False where the process that has the socket cannot be told now. */
  bind(socketId: string, userId: string, session: string): boolean;
}

/** Who asks, over which session. */
interface Subscriber {
  readonly user: User;
  readonly session: string;
}

/** LIVE-2: signs each channel that the person may subscribe to; null for the others. */
export type AuthorizeChannels = (
  subscriber: Subscriber,
  socketId: string,
  channels: readonly string[],
) => Promise<Outcome<ReadonlyMap<string, SignedChannel | null>>>;

/** When to ask again where processes do not reach each other; the next call may come to the one that has the socket. */
const unreachedRetryMs = 1000;

/** Makes the use case. */
export function createAuthorizeChannels(
  signer: ChannelSigner,
  rooms: Pick<RoomStore, "findMemberOffers">,
): AuthorizeChannels {
  return async ({ user, session }, socketId, channels) => {
    if (!isSocketId(socketId)) return invalidField("socket_id", "not_valid");
    if (!channels.every(isChannelName)) return invalidField("channel_name", "not_valid");
    const parsed = new Map(channels.map((channel) => [channel, parseChannel(channel)]));
    const offerIds = [...parsed.values()].map(offerIdOf).filter((id) => id !== null);
    const maySee = offerIds.length > 0 && hasPermission(user.roles, "rooms.view");
    const memberOffers = new Set(maySee ? await rooms.findMemberOffers(user.id, offerIds) : []);
    const identity = { user_id: String(user.id), user_info: toOnlineUser(user) };
    const signed = new Map(
      [...parsed].map(([channel, meaning]): [string, SignedChannel | null] => {
        const isOwn = meaning?.kind === "user" && meaning.participantId === user.id;
        const isMember = memberOffers.has(offerIdOf(meaning) ?? 0);
        return [channel, isOwn || isMember ? signer.sign(socketId, channel, isOwn ? null : identity) : null];
      }),
    );
    const isAnySigned = [...signed.values()].some((signature) => signature !== null);
    // AUTH-4: a socket that nobody was told to be this person's would outlive the session.
    if (isAnySigned && !signer.bind(socketId, identity.user_id, session))
      return refused("unavailable", { retryAfterMs: unreachedRetryMs });
    // ROOM-6: who left a room while its channel was signed may have had it revoked before it was granted here.
    for (const channel of await channelsLeft(rooms, user.id, [...memberOffers])) {
      signer.revoke(user.id, channel);
      signed.set(channel, null);
    }
    return done(signed);
  };
}

/** ROOM-6: the channels of those of the offers in whose rooms the person is no member any more. */
async function channelsLeft(
  rooms: Pick<RoomStore, "findMemberOffers">,
  participantId: number,
  offerIds: readonly number[],
): Promise<readonly string[]> {
  if (offerIds.length === 0) return [];
  const still = new Set(await rooms.findMemberOffers(participantId, offerIds));
  return offerIds.filter((offerId) => !still.has(offerId)).map((offerId) => roomChannel(roomName(offerId)));
}

/** The offer that a parsed channel is the room of; null for every other. */
export const offerIdOf = (channel: ParsedChannel | null): number | null =>
  channel?.kind === "room" ? offerIdOfRoomName(channel.roomName) : null;
