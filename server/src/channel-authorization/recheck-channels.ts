import { parseChannel, roomChannel, roomName } from "@cuplaj/protocol/channels.ts";
import type { Clock, Timer } from "../clock.ts";
import type { Log } from "../log.ts";
import type { ChannelRevoker } from "../rooms/leave-room.ts";
import type { RoomPlace, RoomStore } from "../rooms/store.ts";
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
  /** Looks at all that are present, until a look succeeds; calls during one make one more after it. */
  look(): Promise<void>;
  /** The same, again and again while what nobody knows the end of may still be committed. */
  keepLooking(): void;
  stop(): void;
}

/** Where the database did not answer, it is asked again after this time. */
const againMs = 1000;
/** PostgreSQL ends a statement after 4 s; one that was still on its way begins later. */
const unsureMs = 10_000;
/** Places that one statement looks at: some 50 ms. */
const placesAtOnce = 5000;

/**
 * ROOM-6: takes from sockets the channels of rooms that their people have left. Leaving does that at once; where the word of it
 * was lost or came before an older one, between two processes or with the database's answer, this finds it out.
 */
export function createChannelRecheck(parts: RecheckParts): ChannelRecheck {
  return new PersistentRecheck(parts);
}

class PersistentRecheck implements ChannelRecheck {
  readonly #parts: RecheckParts;
  readonly #timers = new Set<Timer>();
  #isWanted = false;
  #isAgainDue = false;
  #unsureUntilMs = 0;
  #isFailing = false;
  #isStopped = false;
  #looking: Promise<void> | null = null;

  constructor(parts: RecheckParts) {
    this.#parts = parts;
  }

  async look(): Promise<void> {
    this.#isWanted = true;
    this.#looking ??= this.#lookWhileWanted();
    await this.#looking;
  }

  keepLooking(): void {
    this.#unsureUntilMs = this.#parts.clock.now() + unsureMs;
    void this.look();
  }

  stop(): void {
    this.#isStopped = true;
    for (const timer of this.#timers) this.#parts.clock.clearTimeout(timer);
    this.#timers.clear();
  }

  async #lookWhileWanted(): Promise<void> {
    while (this.#isWanted && !this.#isStopped) {
      this.#isWanted = false;
      const { clock } = this.#parts;
      const startedAtMs = clock.now();
      const isDone = await this.#compare(placesOf(this.#parts.present()));
      this.#isWanted ||= !isDone;
      if (isDone && startedAtMs < this.#unsureUntilMs) this.#lookAgainLater();
      // Half of the time is the others', however often a look is asked for.
      await this.#pause(isDone ? clock.now() - startedAtMs : againMs);
    }
    this.#looking = null;
  }

  /** Takes the channels of those who are strangers there; false where the database did not answer. */
  async #compare(places: readonly RoomPlace[]): Promise<boolean> {
    const { rooms, revoker, log } = this.#parts;
    try {
      for (let from = 0; from < places.length; from += placesAtOnce) {
        const strangers = await rooms.findStrangers(places.slice(from, from + placesAtOnce));
        // Asked once more: the answer for so many is old by now, and who joined again meanwhile was let in rightly.
        const still = strangers.length > 0 ? await rooms.findStrangers(strangers) : [];
        for (const { participantId, offerId } of still) revoker.revoke(participantId, roomChannel(roomName(offerId)));
      }
      this.#isFailing = false;
      return true;
    } catch (error) {
      // Once, and not at each further attempt while the database is away.
      log[this.#isFailing ? "debug" : "warn"](
        { reason: reasonOf(error) },
        "live channels could not be compared with memberships",
      );
      this.#isFailing = true;
      return false;
    }
  }

  #lookAgainLater(): void {
    if (this.#isAgainDue) return;
    this.#isAgainDue = true;
    void this.#pause(againMs).then(() => {
      this.#isAgainDue = false;
      void this.look();
    });
  }

  /** Never resolves once it is stopped. */
  #pause(forMs: number): Promise<void> {
    if (forMs === 0) return Promise.resolve();
    return new Promise((resolve) => {
      if (this.#isStopped) return;
      const timer = this.#parts.clock.setTimeout(() => {
        this.#timers.delete(timer);
        resolve();
      }, forMs);
      this.#timers.add(timer);
    });
  }
}

/** Who is present was let in before the memberships are read: whoever joins meanwhile keeps the channel. */
const placesOf = (present: ReturnType<RecheckParts["present"]>): RoomPlace[] =>
  [...present].flatMap(([channel, people]) => {
    const offerId = offerIdOf(parseChannel(channel));
    return offerId === null ? [] : people.map((participantId) => ({ participantId, offerId }));
  });
