import { deviceStorage } from "../platform/device-storage.ts";
import type { PendingMessage } from "../state/entities.ts";

/** Where a person's messages lie before the outbox takes them in: under this prefix, each by its client id. */
export const doorstepOf = (owner: string): string => `cuplaj.unsent.${owner}.`;

/** Counts what was written on this device: the order on the doorstep, whatever the clock says (SEND-3). It begins after every place of the database. */
const countKey = "cuplaj.written";

/** Keeps a message at once, before any code is loaded or any database asked: a page that ends now loses nothing (SEND-1). */
export function putOnDoorstep(owner: string, message: PendingMessage): void {
  let { place } = message;
  if (place === null) {
    place = (Number(deviceStorage.get(countKey)) || 1e13) + 1;
    deviceStorage.set(countKey, String(place));
  }
  deviceStorage.set(doorstepOf(owner) + message.clientId, JSON.stringify({ ...message, place }));
}
