import { fieldsOf } from "../api/shapes.ts";
import { deviceStorage } from "../platform/device-storage.ts";
import type { PendingMessage } from "../state/entities.ts";
import { doorstepOf } from "./doorstep.ts";
import { readRow } from "./read-row.ts";

/** What lies on a person's doorstep, in the order it was written: what a page that ended too early left, or nothing else would take. */
export function doorstepMessages(owner: string): readonly PendingMessage[] {
  const keys = deviceStorage.keys().filter((key) => key.startsWith(doorstepOf(owner)));
  // The release before this one gave no places there, and went by the clock.
  return keys
    .flatMap((key) => messageAt(key) ?? [])
    .toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0) || (a.writtenAt < b.writtenAt ? -1 : 1));
}

/** A message that lies there, null for none; its place is that among all that do not stand in the database. */
export const doorstepMessage = (owner: string, clientId: string): PendingMessage | null =>
  messageAt(doorstepOf(owner) + clientId);

/** Whether a message lies there. */
export const isOnDoorstep = (owner: string, clientId: string): boolean =>
  deviceStorage.get(doorstepOf(owner) + clientId) !== null;

/** Takes a message away from there. */
export const takeFromDoorstep = (owner: string, clientId: string): void =>
  deviceStorage.set(doorstepOf(owner) + clientId, null);

function messageAt(key: string): PendingMessage | null {
  const value = parsed(deviceStorage.get(key));
  const { place } = fieldsOf(value);
  return readRow(value, typeof place === "number" ? place : null);
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
