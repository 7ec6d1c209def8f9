import { type Clock, systemClock } from "../platform/clock.ts";
import { deviceStorage } from "../platform/device-storage.ts";
import { createKeptRows } from "../platform/kept-rows.ts";
import { warn } from "../platform/log.ts";
import type { PendingMessage } from "../state/entities.ts";
import { doorstepOf, putOnDoorstep } from "./doorstep.ts";
import { readRow } from "./read-row.ts";

/** A database that has not answered by then is done without, ms: nobody waits for it to send. */
const patienceMs = 3000;
/** Places of what the database did not take: after everything that it did. */
const placeWithout = 1e12;

const rows = createKeptRows("cuplaj.outbox");

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
export function createKeptMessages(owner: string, clock: Clock = systemClock): KeptMessages {
  /** What the database did not take. */
  const loose = new Map<string, PendingMessage>();
  let isDatabaseGood = true;
  let wasRead = false;

  async function attempt<Value>(work: Promise<Value>): Promise<Value> {
    try {
      const value = await inTime(clock, work);
      isDatabaseGood = true;
      return value;
    } catch (error) {
      isDatabaseGood = false;
      throw error;
    }
  }

  async function add(message: PendingMessage): Promise<number> {
    const { clientId } = message;
    // What is written later stands behind what the database did not take: all of it waits there.
    if (!isDatabaseGood || loose.size > 0) return addLoose(message);
    try {
      const place = await attempt(rows.add({ owner, id: clientId, value: message }));
      deviceStorage.set(doorstepOf(owner) + clientId, null);
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

  async function databaseMessages(): Promise<readonly PendingMessage[]> {
    try {
      const held = await attempt(rows.all(owner));
      wasRead = true;
      return held.flatMap(({ place, value }) => readRow(value, place) ?? []);
    } catch (error) {
      // What was there before is not gone because it cannot be read now.
      if (wasRead) throw error;
      warn("The outbox could not be read.", error);
      return [];
    }
  }

  async function remove(clientIds: readonly string[]): Promise<boolean> {
    for (const clientId of clientIds) {
      loose.delete(clientId);
      deviceStorage.set(doorstepOf(owner) + clientId, null);
    }
    return attempt(rows.remove(clientIds));
  }

  return {
    add,
    remove,
    change: async (message) => {
      if (loose.has(message.clientId)) loose.set(message.clientId, message);
      else await attempt(rows.change({ owner, id: message.clientId, value: message }));
    },
    removeAll: async () => {
      const onDoorstep = doorstepMessages(owner).map(({ clientId }) => clientId);
      await remove([...onDoorstep, ...loose.keys()]);
      const held = await rows.all(owner);
      await rows.remove(held.flatMap(({ value }) => readRow(value, null)?.clientId ?? []));
    },
    all: async () => {
      for (const message of doorstepMessages(owner)) if (!loose.has(message.clientId)) await add(message);
      const held = await databaseMessages();
      const ids = new Set(held.map(({ clientId }) => clientId));
      return [...held, ...[...loose.values()].filter(({ clientId }) => !ids.has(clientId))];
    },
    isKept: () => [...loose.keys()].every((clientId) => deviceStorage.get(doorstepOf(owner) + clientId) !== null),
  };
}

/** What a page that ended too early left, in the order it was written. */
function doorstepMessages(owner: string): readonly PendingMessage[] {
  const keys = deviceStorage.keys().filter((key) => key.startsWith(doorstepOf(owner)));
  return keys
    .flatMap((key) => readRow(parsed(deviceStorage.get(key)), null) ?? [])
    .toSorted((a, b) => (a.writtenAt < b.writtenAt ? -1 : 1));
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Some browsers leave a damaged database's calls unanswered for ever. */
function inTime<Value>(clock: Clock, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const cancel = clock.later(patienceMs, () => reject(new Error("The database does not answer.")));
    void work.then(resolve, reject).finally(cancel);
  });
}
