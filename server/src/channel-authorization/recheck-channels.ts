import { parseChannel } from "@cuplaj/protocol/channels.ts";
import type { Log } from "../log.ts";
import type { ChannelRevoker } from "../rooms/leave-room.ts";
import type { RoomStore } from "../rooms/store.ts";
import { reasonOf } from "../startup-problem.ts";
import { channelsLeft, offerIdOf } from "./authorize-channels.ts";

/** What comparing channels with memberships needs. */
export interface RecheckParts {
  readonly rooms: Pick<RoomStore, "findMemberOffers">;
  /** Who is present on which channels, as the realtime server knows it now. */
  readonly present: () => ReadonlyMap<number, readonly string[]>;
  readonly revoker: ChannelRevoker;
  readonly log: Log;
}

/**
 * ROOM-6: takes from sockets the channels of rooms that their people have left. Leaving does that at once; where the word of it
 * was lost between two processes, this finds it out. Calls during a look make one more look after it.
 */
export function createChannelRecheck(parts: RecheckParts): () => Promise<void> {
  let isWanted = false;
  let looking: Promise<void> | null = null;
  const look = async (): Promise<void> => {
    while (isWanted) {
      isWanted = false;
      try {
        await recheckChannels(parts);
      } catch (error) {
        parts.log.warn({ reason: reasonOf(error) }, "live channels could not be compared with memberships");
      }
    }
    looking = null;
  };
  return () => {
    isWanted = true;
    return (looking ??= look());
  };
}

async function recheckChannels({ rooms, present, revoker }: RecheckParts): Promise<void> {
  // Who is present was let in before the memberships are read: whoever joins meanwhile keeps the channel.
  for (const [participantId, channels] of present()) {
    const offerIds = channels.map((channel) => offerIdOf(parseChannel(channel))).filter((id) => id !== null);
    for (const channel of await channelsLeft(rooms, participantId, offerIds)) revoker.revoke(participantId, channel);
  }
}
