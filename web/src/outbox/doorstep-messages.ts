import { deviceStorage } from "../platform/device-storage.ts";
import type { PendingMessage } from "../state/entities.ts";
import { doorstepOf } from "./doorstep.ts";
import { readRow } from "./read-row.ts";

/** What lies on a person's doorstep, in the order it was written: what a page that ended too early left, or nothing else would take. */
export function doorstepMessages(owner: string): readonly PendingMessage[] {
  const keys = deviceStorage.keys().filter((key) => key.startsWith(doorstepOf(owner)));
  return keys
    .flatMap((key) => readRow(parsed(deviceStorage.get(key)), null) ?? [])
    .toSorted((a, b) => (a.writtenAt < b.writtenAt ? -1 : 1));
}

/** Whether a message lies there. */
export const isOnDoorstep = (owner: string, clientId: string): boolean =>
  deviceStorage.get(doorstepOf(owner) + clientId) !== null;

/** Takes a message away from there. */
export const takeFromDoorstep = (owner: string, clientId: string): void =>
  deviceStorage.set(doorstepOf(owner) + clientId, null);

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
