import type { Clock } from "../../platform/clock.ts";
import { ask, type ToPage } from "../worker-messages.ts";
import { openPages, type WorkerClient, type WorkerScope } from "./worker-scope.ts";

/** How the names of our caches begin; a version and a build follow. */
export const ownCaches = "cuplaj-";

/**
 * SW-1e: deletes the caches of builds of which no page is open. Where a page does not answer, frozen or of a build that cannot, all
 * of them stay until another page begins; so they do while a newer worker waits, which stores its build once and never again.
 */
export async function deleteOldCaches(scope: WorkerScope, name: string, clock: Clock): Promise<void> {
  const old = (await caches.keys()).filter((key) => key.startsWith(ownCaches) && key !== name);
  if (old.length === 0) return;
  const builds = await Promise.all((await openPages(scope)).map((page) => scriptsOf(page, clock)));
  if (builds.includes(null)) return;
  for (const key of old) {
    const held = await Promise.all(builds.map((scripts) => holdsAll(key, scripts ?? [])));
    if (!held.includes(true) && !isNewerComing(scope)) await caches.delete(key);
  }
}

const isNewerComing = ({ registration: { installing, waiting } }: WorkerScope): boolean =>
  installing !== null || waiting !== null;

async function scriptsOf(page: WorkerClient, clock: Clock): Promise<readonly string[] | null> {
  const asked: ToPage = { type: "scripts-asked" };
  const scripts = await ask((ports) => page.postMessage(asked, ports), clock.later);
  return Array.isArray(scripts) ? scripts.map(String) : null;
}

/** Whether a cache is of the build whose page has these scripts. */
export async function holdsAll(name: string, scripts: readonly string[]): Promise<boolean> {
  const cache = await caches.open(name);
  const held = await Promise.all(scripts.map((script) => cache.match(script, { ignoreVary: true })));
  return held.every((answer) => answer !== undefined);
}
