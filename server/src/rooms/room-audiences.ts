import { audienceChannels } from "./live-broadcaster.ts";
import type { RoomStore } from "./store.ts";

/** On which channels a room's messages are broadcast (LIVE-4). */
export interface Audience {
  readonly offerId: number;
  readonly channels: readonly string[];
}

/** Finds audiences without asking the store again while nobody joins or leaves. */
export interface RoomAudiences {
  /** For each room the `members_seq` that its audience must be of; null asks the store in any case. */
  of(rooms: ReadonlyMap<number, number | null>): Promise<ReadonlyMap<number, Audience>>;
}

interface KnownAudience extends Audience {
  readonly membersSeq: number;
}

/** Names of channels that are kept in memory, over all rooms; past it the audience that was read longest ago is forgotten. */
const channelsKeptMax = 500_000;

/** Audiences in the memory of this process; a room's `members_seq` moves whenever they change, in whatever process. */
export function createRoomAudiences(store: Pick<RoomStore, "listAudiences">): RoomAudiences {
  const known = new Map<number, KnownAudience>();
  let channelsKept = 0;
  const forget = (roomId: number): void => {
    channelsKept -= known.get(roomId)?.channels.length ?? 0;
    known.delete(roomId);
  };
  const keep = (roomId: number, audience: KnownAudience): void => {
    forget(roomId);
    known.set(roomId, audience);
    channelsKept += audience.channels.length;
    for (const oldest of known.keys()) {
      if (channelsKept <= channelsKeptMax || oldest === roomId) break;
      forget(oldest);
    }
  };
  return {
    async of(rooms) {
      const audiences = new Map<number, Audience>();
      const unknown: number[] = [];
      for (const [roomId, membersSeq] of rooms) {
        const audience = known.get(roomId);
        if (audience?.membersSeq === membersSeq) audiences.set(roomId, audience);
        else unknown.push(roomId);
      }
      const found = unknown.length === 0 ? [] : await store.listAudiences(unknown);
      for (const { roomId, offerId, membersSeq, memberIds } of found) {
        const audience = { offerId, membersSeq, channels: audienceChannels(offerId, memberIds) };
        keep(roomId, audience);
        audiences.set(roomId, audience);
      }
      return audiences;
    },
  };
}
