import { roomChannel, roomName, userChannel, userIdOfChannel } from "@cuplaj/protocol/channels.ts";
import type { LiveEventName, LiveEvents } from "@cuplaj/protocol/events.ts";
import type { RoomHead } from "@cuplaj/protocol/room.ts";
import type { ChangedRoom, RoomHeadRecord } from "./store.ts";

/** Tells everyone who listens to a room; called after the commit, never inside a transaction (ERR-3). */
export interface LiveBroadcaster {
  broadcast<Name extends LiveEventName>(event: Name, channels: readonly string[], data: LiveEvents[Name]): void;
}

/** LIVE-4: the room's channel and each member's own; a socket on several of them gets an event once. */
export const audienceChannels = (offerId: number, memberIds: readonly number[]): readonly string[] => [
  roomChannel(roomName(offerId)),
  ...memberIds.map(userChannel),
];

/** Where a change of a room is broadcast. */
export const channelsOf = ({ head, memberIds }: ChangedRoom): readonly string[] =>
  audienceChannels(head.offerId, memberIds);

/** The people whose own channels are among some, read once for a list that comes with every message of a room. */
const peopleOf = new WeakMap<readonly string[], ReadonlySet<string>>();

/**
 * ROOM-6: whom on a room's channel an event is for: those who belonged to the room at its commit, whose own channels are among
 * these, whatever they still hold. Ids that are no participant's are of other programs that know the application's secret.
 */
export function audienceOf(channels: readonly string[]): (userId: string) => boolean {
  let people = peopleOf.get(channels);
  if (people === undefined) {
    people = new Set(channels.map(userIdOfChannel).filter((id) => id !== null));
    peopleOf.set(channels, people);
  }
  const addressed = people;
  return (userId) => addressed.has(userId) || !Number.isSafeInteger(Number(userId));
}

/** What an event says of its room (LIVE-3); `epoch` is the numbering that all rooms' logs follow (MSG-5). */
export function toRoomHead(head: RoomHeadRecord, epoch: string): RoomHead {
  const name = roomName(head.offerId);
  return { id: head.id, name, channel: roomChannel(name), last_seq: head.lastSeq, epoch };
}
