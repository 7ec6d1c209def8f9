import { deviceStorage } from "../platform/device-storage.ts";
import type { PendingMessage } from "../state/entities.ts";

/** Where a person's messages lie before the outbox takes them in: under this prefix, each by its client id. */
export const doorstepOf = (owner: string): string => `cuplaj.unsent.${owner}.`;

/** Keeps a message at once, before any code is loaded or any database asked: a page that ends now loses nothing (SEND-1). */
export const putOnDoorstep = (owner: string, message: PendingMessage): void =>
  deviceStorage.set(doorstepOf(owner) + message.clientId, JSON.stringify(message));
