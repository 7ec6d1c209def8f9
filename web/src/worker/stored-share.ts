import { deleteDatabases, sharesDatabase } from "../platform/storage/device-databases.ts";
import { hasDatabase, oneStore } from "../platform/storage/one-store.ts";

export interface Share {
  readonly files: readonly File[];
  readonly text: string;
  readonly left: number;
}

export const sharedFilesMax = 10;

/** The key of the share that waits for its room. Other keys are arrivals that no page has taken yet. */
const waitingKey = "newest";
const store = oneStore(sharesDatabase);

/** `left` is optional, since the previous build's worker does not count it. */
const isShare = (value: unknown): value is Omit<Share, "left"> & Partial<Share> =>
  typeof value === "object" && value !== null && "files" in value && "text" in value;

async function shareAt(key: string): Promise<Share | null> {
  // Browsers that cannot say whether the database exists do not receive shares either.
  const share = (await hasDatabase(sharesDatabase)) === true ? await store.get(key) : null;
  return isShare(share) ? { left: 0, ...share } : null;
}

export async function putArrival(key: string, share: Share): Promise<void> {
  await dropArrivals();
  await store.put(key, share);
}

export async function takeArrival(key: string): Promise<boolean> {
  const arrived = key === waitingKey ? null : await shareAt(key);
  if (arrived === null) return false;
  await store.put(waitingKey, added(await storedShare(), arrived));
  await store.remove([key]);
  return true;
}

export async function dropArrivals(): Promise<void> {
  if ((await hasDatabase(sharesDatabase)) !== true) return;
  await store.remove((await store.keys()).filter((key) => key !== waitingKey));
}

export const storedShare = (): Promise<Share | null> => shareAt(waitingKey);

/** Adds a share to a waiting one, which stays whole, with as many files as fit. */
export function added(waiting: Share | null, arrived: Share): Share {
  const files = [...(waiting?.files ?? []), ...arrived.files];
  return {
    files: files.slice(0, sharedFilesMax),
    text: [waiting?.text ?? "", arrived.text].filter((text) => text !== "").join("\n"),
    left: (waiting?.left ?? 0) + arrived.left + Math.max(0, files.length - sharedFilesMax),
  };
}

export const dropShare = (): void => deleteDatabases([sharesDatabase]);
