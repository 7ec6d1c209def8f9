import { deleteDatabases, sharesDatabase } from "../platform/device-databases.ts";
import { hasDatabase, oneStore } from "../platform/one-store.ts";
import type { Share } from "../state/share.ts";

const key = "newest";
const store = oneStore(sharesDatabase);

const isShare = (value: unknown): value is Share =>
  typeof value === "object" && value !== null && "files" in value && "text" in value;

/** Stores what was shared last, until somebody takes it or leaves. */
export const putShare = (share: Share): Promise<void> => store.put(key, share);

/** What was shared and waits; a device on which nothing ever was gets no database. */
export async function storedShare(): Promise<Share | null> {
  // Browsers that cannot say receive no shares either.
  const share = (await hasDatabase(sharesDatabase)) === true ? await store.get(key) : null;
  return isShare(share) ? share : null;
}

export const dropShare = (): void => deleteDatabases([sharesDatabase]);
