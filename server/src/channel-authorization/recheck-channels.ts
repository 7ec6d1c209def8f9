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
  /** Looks at somebody who was just let in: the signature for it may be older than their leave. */
  lookAt(participantId: number, channel: string): void;
  stop(): void;
}

/** Where the database did not answer, it is asked again after this time. */
const againMs = 1000;
/** PostgreSQL ends a statement after 4 s; one that was still on its way begins later. */
const unsureMs = 10_000;
/** Those who are let in within this time are looked at together. */
const gatherMs = 20;
/** Places that one statement looks at: some 20 ms. */
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
  #isWanted = false;
  #unsureUntilMs = 0;
  #letIn: RoomPlace[] = [];
  #isStopped = false;
  #looking: Promise<void> | null = null;
  #timer: Timer | null = null;
  #againTimer: Timer | null = null;

  constructor(parts: RecheckParts) {
    this.#parts = parts;
  }

  look(): Promise<void> {
    this.#isWanted = true;
    return (this.#looking ??= this.#work(0));
  }

  keepLooking(): void {
    this.#unsureUntilMs = this.#parts.clock.now() + unsureMs;
    void this.look();
  }

  lookAt(participantId: number, channel: string): void {
    const offerId = offerIdOf(parseChannel(channel));
    if (offerId === null) return;
    this.#letIn.push({ participantId, offerId });
    this.#looking ??= this.#work(gatherMs);
  }

  stop(): void {
    this.#isStopped = true;
    for (const timer of [this.#timer, this.#againTimer]) if (timer !== null) this.#parts.clock.clearTimeout(timer);
  }

  async #work(gatherForMs: number): Promise<void> {
    if (gatherForMs > 0) await this.#pause(gatherForMs);
    while ((this.#isWanted || this.#letIn.length > 0) && !this.#isStopped) await this.#pause(await this.#lookOnce());
    this.#looking = null;
  }

  /** Answers how long to wait before another look. */
  async #lookOnce(): Promise<number> {
    const { present, clock, log } = this.#parts;
    const [isWanted, letIn] = [this.#isWanted, this.#letIn];
    [this.#isWanted, this.#letIn] = [false, []];
    const startedAtMs = clock.now();
    try {
      await recheckPlaces(this.#parts, isWanted ? [...placesOf(present()), ...letIn] : letIn);
      if (startedAtMs < this.#unsureUntilMs) this.#lookAgainLater();
      // Half of the time is the others', however often a look is asked for.
      return clock.now() - startedAtMs;
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, "live channels could not be compared with memberships");
      this.#isWanted ||= isWanted;
      this.#letIn = [...letIn, ...this.#letIn];
      return againMs;
    }
  }

  /** By a timer of its own, so that whoever is let in meanwhile does not wait for it. */
  #lookAgainLater(): void {
    if (this.#isStopped) return;
    this.#againTimer ??= this.#parts.clock.setTimeout(() => {
      this.#againTimer = null;
      void this.look();
    }, againMs);
  }

  #pause(forMs: number): Promise<void> {
    if (forMs === 0) return Promise.resolve();
    return new Promise((resolve) => {
      if (!this.#isStopped) this.#timer = this.#parts.clock.setTimeout(resolve, forMs);
    });
  }
}

/** Who is present was let in before the memberships are read: whoever joins meanwhile keeps the channel. */
const placesOf = (present: ReturnType<RecheckParts["present"]>): RoomPlace[] =>
  [...present].flatMap(([channel, people]) => {
    const offerId = offerIdOf(parseChannel(channel));
    return offerId === null ? [] : people.map((participantId) => ({ participantId, offerId }));
  });

async function recheckPlaces({ rooms, revoker }: RecheckParts, places: readonly RoomPlace[]): Promise<void> {
  for (let from = 0; from < places.length; from += placesAtOnce) {
    const strangers = await rooms.findStrangers(places.slice(from, from + placesAtOnce));
    for (const { participantId, offerId } of strangers) revoker.revoke(participantId, roomChannel(roomName(offerId)));
  }
}
