import { copiesDatabase } from "./device-databases.ts";
import { hasDatabase, oneStore } from "./one-store.ts";

/** What is readable without a network, and what the worker sends with. */
export const deviceCopies = oneStore(copiesDatabase);

/** Whether there may be any: asking them for a value would make an empty database. */
export const hasDeviceCopies = async (): Promise<boolean> => (await hasDatabase(copiesDatabase)) !== false;
