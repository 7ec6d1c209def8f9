import { type Clock, systemClock } from "../platform/clock.ts";
import { createKeptRows, type KeptRows } from "../platform/kept-rows.ts";
import { warn } from "../platform/log.ts";
import type { PendingMessage } from "../state/entities.ts";
import { doorstepMessages, isOnDoorstep, takeFromDoorstep } from "./doorstep-messages.ts";
import { createLooseMessages } from "./loose-messages.ts";
import { patient, type PatientRows } from "./patient-rows.ts";
import { readRow } from "./read-row.ts";

const deviceRows = createKeptRows("cuplaj.outbox");

/** What one person wrote and the server has not confirmed, on this device. */
export interface KeptMessages {
  /** Takes a message in, and says where it stands. */
  readonly add: (message: PendingMessage) => Promise<number>;
  readonly change: (message: PendingMessage) => Promise<void>;
  /** Whether any of them was there, or may have been: a database that cannot be asked does not say. */
  readonly remove: (clientIds: readonly string[]) => Promise<boolean>;
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
  const loose = createLooseMessages(owner);

  async function add(message: PendingMessage): Promise<number> {
    return (await taken(message)) ?? loose.add(message);
  }

  /** Puts a message into the database, and says where it stands; null where the database does not take it. */
  async function taken(message: PendingMessage): Promise<number | null> {
    const { clientId } = message;
    // What is written later stands behind what the database did not take: all of it waits there.
    if (!rows.isGood() || !loose.isEmpty()) return null;
    try {
      const place = await rows.add({ owner, id: clientId, value: message });
      // It may have been there already, from before it failed.
      if (message.status !== "waiting") await rows.change({ owner, id: clientId, value: message });
      takeFromDoorstep(owner, clientId);
      return place;
    } catch (error) {
      warn("The outbox could not be written.", error);
      return null;
    }
  }

  /** Takes in what lies on the doorstep, unless another page has taken it away while the database was asked. */
  async function takeIn(message: PendingMessage): Promise<void> {
    const place = await taken(message);
    if (place === null && isOnDoorstep(owner, message.clientId)) loose.add(message);
  }

  return {
    add,
    change: async (message) => {
      const { clientId } = message;
      if (!loose.has(clientId)) return rows.change({ owner, id: clientId, value: message });
      loose.change(message);
    },
    remove: async (clientIds) => {
      const wasLoose = loose.remove(clientIds);
      try {
        return (await rows.remove(clientIds)) || wasLoose;
      } catch (error) {
        warn("The outbox could not be written.", error);
        return true;
      }
    },
    all: async () => {
      loose.followDoorstep();
      for (const message of doorstepMessages(owner)) if (!loose.has(message.clientId)) await takeIn(message);
      const held = await read();
      // What the database took too late is in both; only the doorstep is kept up to date then.
      return [...held.filter(({ clientId }) => !loose.has(clientId)), ...loose.all()];
    },
    isKept: loose.isKept,
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
