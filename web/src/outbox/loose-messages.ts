import type { PendingMessage } from "../state/entities.ts";
import { putOnDoorstep } from "./doorstep.ts";
import { doorstepMessage, doorstepMessages, isOnDoorstep, takeFromDoorstep } from "./doorstep-messages.ts";

/** Places of what neither database nor doorstep took, in one page: after everything that they did. */
const placeWithout = 1e14;

/** A person's messages that the database did not take. */
export interface LooseMessages {
  /** Takes one in, and says where it stands. */
  readonly add: (message: PendingMessage) => number;
  /** Does nothing where there is no such message, or no longer. */
  readonly change: (message: PendingMessage) => void;
  /** Takes them away, from the doorstep as well; whether any of them was in one of the two. */
  readonly remove: (clientIds: readonly string[]) => boolean;
  /** Learns what the person's other pages did with them. */
  readonly followDoorstep: () => void;
  readonly has: (clientId: string) => boolean;
  readonly isEmpty: () => boolean;
  readonly all: () => readonly PendingMessage[];
  /** Whether all of them survive a closed page. */
  readonly isKept: () => boolean;
}

/**
 * They lie on the doorstep, which all pages share: what it says of a message is what is true. Only what even the doorstep did
 * not take is this page's alone.
 */
export function createLooseMessages(owner: string): LooseMessages {
  const held = new Map<string, PendingMessage>();
  /** Those that have lain on the doorstep: one that no longer does was sent or deleted by another page. */
  const shared = new Set<string>();

  function forget(clientId: string): boolean {
    shared.delete(clientId);
    return held.delete(clientId);
  }

  function put(message: PendingMessage): void {
    held.set(message.clientId, message);
    putOnDoorstep(owner, message);
    if (isOnDoorstep(owner, message.clientId)) shared.add(message.clientId);
  }

  /** Of what the doorstep did not take. */
  const placeAfterAll = (): number => Math.max(placeWithout, ...[...held.values()].map(({ place }) => place ?? 0)) + 1;

  const isGone = (clientId: string): boolean => shared.has(clientId) && !isOnDoorstep(owner, clientId);

  return {
    add: (message) => {
      const { clientId } = message;
      const place = held.get(clientId)?.place ?? doorstepMessage(owner, clientId)?.place ?? placeAfterAll();
      put({ ...message, place });
      return place;
    },
    change: (message) => {
      const before = held.get(message.clientId);
      if (isGone(message.clientId)) forget(message.clientId);
      else if (before) put({ ...message, place: before.place });
    },
    remove: (clientIds) => {
      const there = clientIds.filter((clientId) => {
        const wasOnDoorstep = isOnDoorstep(owner, clientId);
        takeFromDoorstep(owner, clientId);
        return forget(clientId) || wasOnDoorstep;
      });
      return there.length > 0;
    },
    followDoorstep: () => {
      for (const message of doorstepMessages(owner)) {
        const place = held.get(message.clientId)?.place;
        if (place !== undefined) held.set(message.clientId, { ...message, place });
      }
      for (const clientId of [...held.keys()].filter(isGone)) forget(clientId);
    },
    has: (clientId) => held.has(clientId),
    isEmpty: () => held.size === 0,
    all: () => [...held.values()],
    isKept: () => [...held.keys()].every((clientId) => isOnDoorstep(owner, clientId)),
  };
}
