import type { Clock } from "../../platform/clock.ts";
import { isFramed } from "@cuplaj/protocol/framed-address.ts";
import { ask, messageOf, type ToPage, type ToWorker } from "../worker-messages.ts";
import { isPagePath, openPages, type RequestEvent, type WorkerClient, type WorkerScope } from "./worker-scope.ts";

/** A file of the build; `revision` is null if the file's name contains its hash. */
export interface BuiltFile {
  readonly url: string;
  readonly revision: string | null;
}

const pagePath = "/index.html";
const pageMs = 4000;
/** How many files are fetched at once: few, since the page's own calls come first. */
const fetchesAtOnce = 4;
const hashed = /^\/assets\//;

/** SW-1: serves hashed files from the cache, and the page from the server as long as that responds. */
export function serveApp(
  scope: WorkerScope,
  build: { readonly version: string; readonly files: readonly BuiltFile[]; readonly clock: Clock },
): void {
  const name = `${ownCaches}${build.version}-${build.files.find(({ url }) => `/${url}` === pagePath)?.revision ?? "none"}`;
  const paths = new Set(build.files.map(({ url }) => `/${url}`));
  scope.addEventListener("install", (event) => event.waitUntil(storeFiles(name, build.files)));
  // SW-1e: pages of a first visit get their files from here too, in case the files on the server change.
  scope.addEventListener("activate", (event) => event.waitUntil(scope.clients.claim()));
  scope.addEventListener("message", (event) => {
    const message = messageOf<ToWorker>(event.data, ["begun", "activate", "activate-if-alone", "is-build-of"]);
    if (message) event.waitUntil(answerPage(scope, { name, clock: build.clock }, message, event.ports[0]));
  });
  scope.addEventListener("fetch", (event) => {
    const answer = answerTo(scope, event, { name, paths, clock: build.clock });
    if (answer) event.respondWith(answer);
  });
}

async function storeFiles(name: string, files: readonly BuiltFile[]): Promise<void> {
  const cache = await caches.open(name);
  const left = [...files];
  const fetchNext = async (): Promise<void> => {
    for (let file = left.shift(); file !== undefined; file = left.shift()) await storeFile(cache, file);
  };
  await Promise.all(Array.from({ length: fetchesAtOnce }, fetchNext));
}

async function storeFile(cache: Cache, { url, revision }: BuiltFile): Promise<void> {
  const path = `/${url}`;
  const isFixed = revision === null;
  const held = isFixed ? await caches.match(path, { ignoreVary: true }) : undefined;
  const answer = held ?? (await fetch(path, { cache: isFixed ? "default" : "no-cache" }));
  // A captive portal responds to every request with its own page.
  if (!answer.ok || answer.redirected) throw new Error(`No file ${path}: ${answer.status}.`);
  await cache.put(path, answer);
}

async function answerPage(
  scope: WorkerScope,
  { name, clock }: Pick<Stored, "name" | "clock">,
  message: ToWorker,
  port?: MessagePort,
): Promise<void> {
  switch (message.type) {
    case "begun":
      await deleteOldCaches(scope, name, clock);
      return;
    case "is-build-of":
      port?.postMessage(await holdsAll(name, message.scripts));
      return;
    case "activate-if-alone":
      if ((await openPages(scope)).length === 1) await scope.skipWaiting();
      return;
    case "activate":
      await scope.skipWaiting();
  }
}

interface Stored {
  readonly name: string;
  readonly paths: ReadonlySet<string>;
  readonly clock: Clock;
}

/** The response to a request for the app; null for requests that only the server handles, such as calls and downloads. */
function answerTo(scope: WorkerScope, { request }: RequestEvent, stored: Stored): Promise<Response> | null {
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== "GET" || origin !== scope.location.origin || !isPagePath(pathname)) return null;
  // EMB-5h: only the server knows who may frame the page, so a frame never gets the stored one.
  if (request.mode === "navigate") return isFramed(search) ? null : answerWithPage(request, stored);
  return hashed.test(pathname) || stored.paths.has(pathname) ? answerWithFile(request, stored) : null;
}

/** Returns the server's page, or the stored one without a network, after a timeout, or after a proxy's error. */
async function answerWithPage(request: Request, { name, clock }: Stored): Promise<Response> {
  const late = new Promise<null>((resolve) => clock.later(pageMs, () => resolve(null)));
  const asked = fetch(request).catch(() => null);
  const answer = await Promise.race([asked, late]);
  if (answer && answer.status < 500) return answer;
  const held = await unlessFailed(async () => (await caches.open(name)).match(pagePath, { ignoreVary: true }));
  return held ?? (await asked) ?? Response.error();
}

/** SW-1e: looks in all caches, so that an open page of another build finds its files too. */
async function answerWithFile(request: Request, { name }: Stored): Promise<Response> {
  const held = await unlessFailed(() => heldFile(request, name));
  if (held) return held;
  const answer = await fetch(request);
  if (answer.status === 200 && hashed.test(new URL(request.url).pathname)) {
    const copy = answer.clone();
    await unlessFailed(async () => (await caches.open(name)).put(request, copy));
  }
  return answer;
}

const heldFile = async (request: Request, name: string): Promise<Response | undefined> =>
  (await (await caches.open(name)).match(request, { ignoreVary: true, ignoreSearch: true })) ??
  (await caches.match(request, { ignoreVary: true }));

/** SW-1g: undefined if a cache fails, because storage is full or broken: the server still works. */
async function unlessFailed<Value>(ask: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await ask();
  } catch {
    return undefined;
  }
}

const ownCaches = "cuplaj-";

/**
 * SW-1e: deletes the caches of other builds. Keeps all of them if a page does not reply, because it is frozen or too old, or while a newer worker
 * waits.
 */
async function deleteOldCaches(scope: WorkerScope, name: string, clock: Clock): Promise<void> {
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

async function holdsAll(name: string, scripts: readonly string[]): Promise<boolean> {
  const cache = await caches.open(name);
  const held = await Promise.all(scripts.map((script) => cache.match(script, { ignoreVary: true })));
  return held.every((answer) => answer !== undefined);
}
