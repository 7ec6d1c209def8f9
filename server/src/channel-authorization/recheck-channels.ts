import { parseChannel, roomChannel, roomName } from "@cuplaj/protocol/channels.ts";
import type { Clock, Timer } from "../clock.ts";
import type { Log } from "../log.ts";
import type { ChannelRevoker } from "../rooms/leave-room.ts";
import type { RoomStore } from "../rooms/store.ts";
import { reasonOf } from "../startup-problem.ts";
import { offerIdOf } from "./authorize-channels.ts";

/** What comparing channels with memberships needs. */
export interface RecheckParts {
  readonly rooms: Pick<RoomStore, "findStrangers">;
  /** Who is present on each channel, as the realtime server knows it now. */
  readonly present: () => ReadonlyMap<string, readonly number[]>;
  readonly revoker: Pick<ChannelRevoker, "revoke">;
  readonly clock: Pick<Clock, "now" | "setTimeout" | "clearTimeout">;
  readonly log: Log;
}

/** Finds channels that people should have lost. */
export interface ChannelRecheck {
  /** Looks, until a look succeeds; calls during one make one more after it. */
  look(): Promise<void>;
  stop(): void;
}

/** Where the database did not answer, it is asked again after this time. */
const againMs = 1000;
/** Places that one statement looks at: some 20 ms. */
const placesAtOnce = 5000;

/**
 * ROOM-6: takes from sockets the channels of rooms that their people have left. Leaving does that at once; where the word of it
 * was lost, between two processes or with the database's answer, this finds it out.
 */
export function createChannelRecheck(parts: RecheckParts): ChannelRecheck {
  return new PersistentRecheck(parts);
}

class PersistentRecheck implements ChannelRecheck {
  readonly #parts: RecheckParts;
  #isWanted = false;
  #isStopped = false;
  #looking: Promise<void> | null = null;
  #timer: Timer | null = null;

  constructor(parts: RecheckParts) {
    this.#parts = parts;
  }

  look(): Promise<void> {
    this.#isWanted = true;
    return (this.#looking ??= this.#work());
  }

  stop(): void {
    this.#isStopped = true;
    if (this.#timer !== null) this.#parts.clock.clearTimeout(this.#timer);
  }

  async #work(): Promise<void> {
    while (this.#isWanted && !this.#isStopped) {
      this.#isWanted = false;
      const startedAtMs = this.#parts.clock.now();
      try {
        await recheckChannels(this.#parts);
        // Half of the time is the others', however often a look is asked for.
        const tookMs = this.#parts.clock.now() - startedAtMs;
        if (tookMs > 0) await this.#pause(tookMs);
      } catch (error) {
        this.#parts.log.warn({ reason: reasonOf(error) }, "live channels could not be compared with memberships");
        this.#isWanted = true;
        await this.#pause(againMs);
      }
    }
    this.#looking = null;
  }

  #pause(forMs: number): Promise<void> {
    return new Promise((resolve) => {
      if (!this.#isStopped) this.#timer = this.#parts.clock.setTimeout(resolve, forMs);
    });
  }
}

async function recheckChannels({ rooms, present, revoker }: RecheckParts): Promise<void> {
  // Who is present was let in before the memberships are read: whoever joins meanwhile keeps the channel.
  const places = [...present()].flatMap(([channel, people]) => {
    const offerId = offerIdOf(parseChannel(channel));
    return offerId === null ? [] : people.map((participantId) => ({ participantId, offerId }));
  });
  for (let from = 0; from < places.length; from += placesAtOnce) {
    const strangers = await rooms.findStrangers(places.slice(from, from + placesAtOnce));
    for (const { participantId, offerId } of strangers) revoker.revoke(participantId, roomChannel(roomName(offerId)));
  }
}
