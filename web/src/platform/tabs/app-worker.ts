import { warn } from "../log.ts";

const workerPath = "/sw.js";

/** Workers need HTTPS or loopback, and the development server does not build one. */
const hasWorkers = (): boolean => import.meta.env.PROD && "serviceWorker" in navigator;

export async function registerWorker(onFailed: (error: unknown) => void): Promise<void> {
  if (!hasWorkers()) return;
  try {
    await navigator.serviceWorker.register(workerPath);
  } catch (error) {
    warn("The service worker could not be registered.", error);
    onFailed(error);
  }
}

export async function workerRegistration(): Promise<ServiceWorkerRegistration | null> {
  return hasWorkers() ? ((await navigator.serviceWorker.getRegistration()) ?? null) : null;
}

/** Calls `call` for each waiting worker of another build, even one that is registered later. */
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

export const ownWorker = (): ServiceWorker | null => (hasWorkers() ? navigator.serviceWorker.controller : null);
export const waitingWorker = async (): Promise<ServiceWorker | null> => (await workerRegistration())?.waiting ?? null;

export function onWorkerMessage(listen: (data: unknown, port?: MessagePort) => void): void {
  if (!hasWorkers()) return;
  navigator.serviceWorker.addEventListener("message", ({ data, ports }) => listen(data, ports[0]));
  navigator.serviceWorker.startMessages();
}

export const onNextWorker = (call: () => void): void =>
  navigator.serviceWorker.addEventListener("controllerchange", call, { once: true });

export async function lookForWorker(): Promise<void> {
  await (await workerRegistration())?.update();
}

type Syncing = ServiceWorkerRegistration & { readonly sync?: { readonly register: (tag: string) => Promise<void> } };

/** Registers a background sync under this tag, which also runs after the page has closed. */
export async function planSync(tag: string): Promise<void> {
  const registration: Syncing | null = await workerRegistration();
  if (registration?.active) await registration.sync?.register(tag);
}

/** The paths of the page's entry scripts, whose hashes identify its build. */
export const pageScripts = (): readonly string[] =>
  [...document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]')].map(
    ({ src }) => new URL(src).pathname,
  );

export const reloadPage = (): void => location.reload();
