import { parseChannel } from "@cuplaj/protocol/channels.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";
import { type Clock, pause } from "../kernel/clock.ts";
import { failureLog, type Log } from "../kernel/log.ts";
import type { Admit, AdmissionVerdict, AskedSubscription } from "../realtime/realtime-options.ts";
import { participantIdOf } from "./rules.ts";
import type { AccessStore, AskedMembership, SessionOwner } from "./store.ts";

interface AdmitParts {
  readonly store: AccessStore;
  readonly clock: Pick<Clock, "now" | "steadyMs" | "setTimeout">;
  readonly log: Log;
}

/** Checks that arrive within this time share a statement. */
const batchMs = 5;
/** Interval between retries after a database failure, while checks are waiting. */
const retryMs = 500;
const askedAtOnceMax = 2000;

/**
 * Checks subscriptions against current sessions, memberships and roles, whatever the signature's age (AUTH-4, ROOM-6, PERM-1). Checks that arrive
 * during a statement share the next one, so that a wave of reconnecting sockets needs few statements.
 */
export function createAdmitSubscriptions(parts: AdmitParts): Admit {
  let waiting: Waiting[] = [];
  let isRunning = false;
  const logFailure = failureLog(parts.log, parts.clock, "live subscriptions could not be decided");

  async function work(): Promise<void> {
    isRunning = true;
    await pause(parts.clock, batchMs);
    while ((waiting = waiting.filter(({ asked }) => asked.isPending)).length > 0) {
      const batch = waiting.splice(0, askedAtOnceMax);
      try {
        await decide(batch, parts);
      } catch (error) {
        logFailure(error);
        waiting.unshift(...batch);
        await pause(parts.clock, retryMs);
      }
    }
    isRunning = false;
  }

  return async (asked) => {
    const membership = membershipOf(asked);
    // Without a session and a person, the signature comes from another program that has the app's secret.
    if (asked.session === null && membership === null) return "admitted";
    return await new Promise((resolve) => {
      waiting.push({ asked, membership, resolve });
      if (!isRunning) void work();
    });
  };
}

interface Waiting {
  readonly asked: AskedSubscription;
  readonly membership: AskedMembership | null;
  readonly resolve: (verdict: AdmissionVerdict) => void;
}

async function decide(batch: readonly Waiting[], { store, clock }: AdmitParts): Promise<void> {
  const sessions = new Set(batch.flatMap(({ asked }) => asked.session ?? []));
  const memberships = batch.flatMap(({ membership }) => membership ?? []);
  const { owners, members } = await store.findAccess({ sessions: [...sessions], memberships }, clock.now());
  for (const { asked, membership, resolve } of batch) {
    const isMember = membership === null || members.has(membership);
    const byOwner = asked.session === null ? "admitted" : verdictOf(owners.get(asked.session), asked);
    resolve(byOwner === "admitted" && !isMember ? "refused" : byOwner);
  }
}

function verdictOf(owner: SessionOwner | undefined, { channel, userId }: AskedSubscription): AdmissionVerdict {
  if (owner === undefined || String(owner.participantId) !== userId) return "ended";
  const parsed = parseChannel(channel);
  const isAnothers = parsed?.kind === "user" && parsed.participantId !== owner.participantId;
  // A person's own channel requires `rooms.view` too, since it carries events of rooms.
  return isAnothers || !hasPermission(owner.roles, "rooms.view") ? "refused" : "admitted";
}

function membershipOf({ channel, userId }: AskedSubscription): AskedMembership | null {
  const parsed = parseChannel(channel);
  const participantId = userId === null ? null : participantIdOf(userId);
  return parsed?.kind !== "room" || participantId === null ? null : { participantId, roomName: parsed.roomName };
}
