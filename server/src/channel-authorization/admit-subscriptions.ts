import { parseChannel } from "@cuplaj/protocol/channels.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";
import { type Clock, pause } from "../kernel/clock.ts";
import { type Log, oncePerMinute } from "../kernel/log.ts";
import type { Admit, AdmissionVerdict, AskedSubscription } from "../realtime/realtime-server.ts";
import { reasonOf } from "../kernel/startup-problem.ts";
import { offerIdOf } from "./authorize-channels.ts";
import { participantIdOf } from "./rules.ts";
import type { AccessStore, RoomPlace, SessionOwner } from "./store.ts";

/** What deciding takes. */
export interface AdmitParts {
  readonly store: AccessStore;
  readonly clock: Pick<Clock, "now" | "setTimeout">;
  readonly log: Log;
}

/** What is asked within this time goes into one statement. */
const gatherMs = 5;
/** Where the database did not answer, it is asked again after this time, for as long as somebody waits. */
const againMs = 500;
const askedAtOnceMax = 2000;

/**
 * Decides about a subscription by what is so now, however old its signature is (AUTH-4, ROOM-6, PERM-1). What is asked while a
 * statement is under way goes into the next one: a wave of sockets costs few of them.
 */
export function createAdmitSubscriptions(parts: AdmitParts): Admit {
  let waiting: Waiting[] = [];
  let isAtWork = false;
  const logFailure = oncePerMinute<unknown>(parts.clock, (count, error) =>
    parts.log.warn({ count, reason: reasonOf(error) }, "live subscriptions could not be decided"),
  );

  async function answer(batch: readonly Waiting[]): Promise<void> {
    try {
      await decide(batch, parts);
    } catch (error) {
      logFailure(error);
      waiting = [...batch, ...waiting];
      await pause(parts.clock, againMs);
    }
  }

  async function work(): Promise<void> {
    isAtWork = true;
    await pause(parts.clock, gatherMs);
    for (;;) {
      waiting = waiting.filter(({ asked }) => asked.isPending);
      if (waiting.length === 0) break;
      await answer(waiting.splice(0, askedAtOnceMax));
    }
    isAtWork = false;
  }

  return async (asked) => {
    const place = placeOf(asked);
    // Whoever holds the application's secret signs what they like, under ids of their own.
    if (asked.session === null && place === null) return "admitted";
    return await new Promise((resolve) => {
      waiting.push({ asked, place, resolve });
      if (!isAtWork) void work();
    });
  };
}

interface Waiting {
  readonly asked: AskedSubscription;
  /** Where the person has to be a member. */
  readonly place: RoomPlace | null;
  readonly resolve: (verdict: AdmissionVerdict) => void;
}

async function decide(batch: readonly Waiting[], { store, clock }: AdmitParts): Promise<void> {
  const sessions = new Set(batch.flatMap(({ asked }) => asked.session ?? []));
  const places = batch.flatMap(({ place }) => place ?? []);
  const { owners, members } = await store.findAccess({ sessions: [...sessions], places }, clock.now());
  for (const { asked, place, resolve } of batch) {
    const isMember = place === null || members.has(place);
    const byOwner = asked.session === null ? "admitted" : verdictOf(owners.get(asked.session), asked);
    resolve(byOwner === "admitted" && !isMember ? "refused" : byOwner);
  }
}

function verdictOf(owner: SessionOwner | undefined, { channel, userId }: AskedSubscription): AdmissionVerdict {
  if (owner === undefined || String(owner.participantId) !== userId) return "ended";
  const parsed = parseChannel(channel);
  const isAnothers = parsed?.kind === "user" && parsed.participantId !== owner.participantId;
  // Events of rooms come over the own channel too.
  return isAnothers || !hasPermission(owner.roles, "rooms.view") ? "refused" : "admitted";
}

function placeOf({ channel, userId }: AskedSubscription): RoomPlace | null {
  const offerId = offerIdOf(parseChannel(channel));
  const participantId = userId === null ? null : participantIdOf(userId);
  return offerId === null || participantId === null ? null : { participantId, offerId };
}
