import { type Clock, systemClock } from "../platform/clock.ts";
import { createKeptRows, type KeptRows } from "../platform/kept-rows.ts";
import { warn } from "../platform/log.ts";
import type { PendingMessage } from "../state/entities.ts";
import { putOnDoorstep } from "./doorstep.ts";
import { doorstepMessages, isOnDoorstep, takeFromDoorstep } from "./doorstep-messages.ts";
import { patient, type PatientRows } from "./patient-rows.ts";
import { readRow } from "./read-row.ts";

/** Places of what the database did not take: after everything that it did. */
const placeWithout = 1e12;

const deviceRows = createKeptRows("cuplaj.outbox");

/** What one person wrote and the server has not confirmed, on this device. */
export interface KeptMessages {
  /** Takes a message in, and says where it stands. */
  readonly add: (message: PendingMessage) => Promise<number>;
  readonly change: (message: PendingMessage) => Promise<void>;
  /** Whether any of them was there. */
  readonly remove: (clientIds: readonly string[]) => Promise<boolean>;
  readonly removeAll: () => Promise<void>;
  /** All of them in order. Rejects where they cannot be told for now. */
  readonly all: () => Promise<readonly PendingMessage[]>;
  /** Whether what was taken in survives a closed page. */
  readonly isKept: () => boolean;
}

/**
 * The messages of a person (`ownerKey`): in the device's database; where that takes nothing (a private window, a full disk),
 * on the doorstep; where even that is closed, in this page alone. Sending works with each (SEND-1).
 */
export function createKeptMessages(
  owner: string,
  kept: KeptRows = deviceRows,
  clock: Clock = systemClock,
): KeptMessages {
  const rows = patient(kept, clock);
  const read = createReader(rows, owner);
  /** What the database did not take. */
  const loose = new Map<string, PendingMessage>();

  async function add(message: PendingMessage): Promise<number> {
    const { clientId } = message;
    // What is written later stands behind what the database did not take: all of it waits there.
    if (!rows.isGood() || loose.size > 0) return addLoose(message);
    try {
      const place = await rows.add({ owner, id: clientId, value: message });
      takeFromDoorstep(owner, clientId);
      return place;
    } catch (error) {
      warn("The outbox could not be written.", error);
      return addLoose(message);
    }
  }

  function addLoose(message: PendingMessage): number {
    const place = loose.get(message.clientId)?.place ?? placeWithout + clock.now();
    loose.set(message.clientId, { ...message, place });
    putOnDoorstep(owner, message);
    return place;
  }

  async function change(message: PendingMessage): Promise<void> {
    const { clientId } = message;
    if (!loose.has(clientId)) return rows.change({ owner, id: clientId, value: message });
    loose.set(clientId, message);
    putOnDoorstep(owner, message);
  }

  async function remove(clientIds: readonly string[]): Promise<boolean> {
    for (const clientId of clientIds) {
      loose.delete(clientId);
      takeFromDoorstep(owner, clientId);
    }
    return rows.remove(clientIds);
  }

  return {
    add,
    change,
    remove,
    removeAll: async () => {
      await remove([...doorstepMessages(owner).map(({ clientId }) => clientId), ...loose.keys()]);
      await rows.remove((await read()).map(({ clientId }) => clientId));
    },
    all: async () => {
      for (const message of doorstepMessages(owner)) if (!loose.has(message.clientId)) await add(message);
      const held = await read();
      const ids = new Set(held.map(({ clientId }) => clientId));
      return [...held, ...[...loose.values()].filter(({ clientId }) => !ids.has(clientId))];
    },
    isKept: () => [...loose.keys()].every((clientId) => isOnDoorstep(owner, clientId)),
  };
}

/** Reads a person's rows of the database. What was there before is not gone because it cannot be read now: then it rejects. */
function createReader(rows: PatientRows, owner: string): () => Promise<readonly PendingMessage[]> {
  return async () => {
    try {
      const held = await rows.all(owner);
      return held.flatMap(({ place, value }) => readRow(value, place) ?? []);
    } catch (error) {
      if (rows.wasGood()) throw error;
      warn("The outbox could not be read.", error);
      return [];
    }
  };
}
