import type { Browser, Page } from "playwright-core";
import { expect } from "vitest";
import { type DemoPerson, signedIn } from "./people.ts";

export async function signedInWithWorker(browser: Browser, address: string, person: DemoPerson): Promise<Page> {
  const page = await signedIn(browser, { address }, person, { serviceWorkers: "allow" });
  await awaitWorker(page);
  return page;
}

export async function awaitWorker(page: Page): Promise<void> {
  const state = (): Promise<string | undefined> =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state);
  await expect.poll(state).toBe("activated");
}

/** Waits until the device has copies of the list and of at least `rooms` rooms. */
export async function awaitCopies(page: Page, rooms: number): Promise<void> {
  await expect.poll(() => storedKeys(page, "cuplaj.offline")).toContain('"list"');
  await expect
    .poll(async () => (await storedKeys(page, "cuplaj.offline")).filter((key) => key.startsWith('"room.')).length)
    .toBeGreaterThanOrEqual(rooms);
}

/** Waits until all code that loads while idle has loaded, then disconnects. */
export async function goOffline(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    ["ahead", "sign-in", "file-work", "join-question"].every((part) =>
      performance.getEntriesByType("resource").some(({ name }) => name.includes(part)),
    ),
  );
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);
}

/** The keys of a database on the device; empty if it is missing. */
export const storedKeys = async (page: Page, name: string): Promise<string[]> =>
  Object.keys((await everythingStored(page)).databases[name] ?? {});

export interface Stored {
  readonly local: Readonly<Record<string, string>>;
  readonly session: Readonly<Record<string, string>>;
  readonly databases: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly caches: Readonly<Record<string, readonly string[]>>;
}

export const everythingStored = (page: Page): Promise<Stored> =>
  page.evaluate(async () => {
    const done = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(new Error(String(request.error))));
      });
    const databases: Record<string, Record<string, unknown>> = {};
    for (const { name = "" } of await indexedDB.databases()) {
      const opening = indexedDB.open(name);
      // The database has been deleted since it was listed, and opening it must not create it again.
      opening.addEventListener("upgradeneeded", () => opening.transaction?.abort());
      const database = await done(opening).catch(() => null);
      if (database === null) continue;
      const rows: Record<string, unknown> = {};
      for (const store of database.objectStoreNames) {
        const held = database.transaction(store).objectStore(store);
        const [keys, values] = await Promise.all([done(held.getAllKeys()), done(held.getAll())]);
        for (const [i, key] of keys.entries()) rows[JSON.stringify(key)] = values[i];
      }
      database.close();
      databases[name] = rows;
    }
    const stored: Record<string, string[]> = {};
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      stored[name] = requests.map(({ url }) => new URL(url).pathname);
    }
    const textsOf = (storage: Storage) =>
      Object.fromEntries(
        Array.from({ length: storage.length }, (_, i) => [storage.key(i), storage.getItem(storage.key(i) ?? "")]),
      );
    return { local: textsOf(localStorage), session: textsOf(sessionStorage), databases, caches: stored };
  });

export const waitingRows = async (page: Page): Promise<string[]> =>
  Object.values((await everythingStored(page)).databases["cuplaj.outbox"] ?? {}).map((row) => JSON.stringify(row));
