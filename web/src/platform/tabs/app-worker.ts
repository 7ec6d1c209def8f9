import { warn } from "../log.ts";

/** Where the server answers the service worker. */
const workerPath = "/sw.js";

/** Browsers have no workers for a page that is neither HTTPS nor loopback, and the dev server has none of ours. */
const hasWorkers = (): boolean => import.meta.env.PROD && "serviceWorker" in navigator;

/** SW-1: registers the worker; what the browser or the server has against it is not the person's doing. */
export async function registerWorker(onFailed: (error: unknown) => void): Promise<void> {
  if (!hasWorkers()) return;
  try {
    await navigator.serviceWorker.register(workerPath);
  } catch (error) {
    warn("The service worker could not be registered.", error);
    onFailed(error);
  }
}

/** The registration, whose worker may not be active yet; null where there is none. */
export async function workerRegistration(): Promise<ServiceWorkerRegistration | null> {
  return hasWorkers() ? ((await navigator.serviceWorker.getRegistration()) ?? null) : null;
}

/** Calls for a worker of another build that waits: now, and for each later one, also where the first is registered only after this. */
export async function onWaitingWorker(call: (worker: ServiceWorker) => void): Promise<void> {
  if (!hasWorkers()) return;
  const registration = await navigator.serviceWorker.ready;
  const follow = (): void => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed" && registration.active) call(worker);
    });
  };
  if (registration.waiting) call(registration.waiting);
  follow();
  registration.addEventListener("updatefound", follow);
}

/** The worker that answers for this page; null where none does. */
export const ownWorker = (): ServiceWorker | null => (hasWorkers() ? navigator.serviceWorker.controller : null);

export const waitingWorker = async (): Promise<ServiceWorker | null> => (await workerRegistration())?.waiting ?? null;

/** What a worker posts to this page, with a port for the answer where it wants one. */
export function onWorkerMessage(listen: (data: unknown, port?: MessagePort) => void): void {
  if (!hasWorkers()) return;
  navigator.serviceWorker.addEventListener("message", ({ data, ports }) => listen(data, ports[0]));
  navigator.serviceWorker.startMessages();
}

/** Calls once another worker answers for this page. */
export const onNextWorker = (call: () => void): void =>
  navigator.serviceWorker.addEventListener("controllerchange", call, { once: true });

/** Asks the server for a newer worker. */
export async function lookForWorker(): Promise<void> {
  await (await workerRegistration())?.update();
}

/** Background Sync, which only some browsers have. */
type Syncing = ServiceWorkerRegistration & { readonly sync?: { readonly register: (tag: string) => Promise<void> } };

/** Has the browser wake the worker under this tag when there is a network, also once the page is closed. */
export async function planSync(tag: string): Promise<void> {
  const registration: Syncing | null = await workerRegistration();
  if (registration?.active) await registration.sync?.register(tag);
}

/** The paths of the page's own scripts: their hashes are those of its build, since they name all others. */
export const pageScripts = (): readonly string[] =>
  [...document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]')].map(
    ({ src }) => new URL(src).pathname,
  );

export const reloadPage = (): void => location.reload();
