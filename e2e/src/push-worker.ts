import type { BrowserContext, Page, Worker } from "playwright-core";
import { expect } from "vitest";

interface Shown {
  readonly title: string;
  readonly body: string;
  readonly lang: string;
  readonly tag: string;
  readonly actions: readonly string[];
}

/** A page's worker, driven as a browser would drive it. */
export interface PushWorker {
  readonly deliver: (text: string) => Promise<void>;
  readonly shown: () => Promise<readonly Shown[]>;
  readonly press: (tag: string, action?: "open" | "read") => Promise<void>;
  /** The badges set on the icon, in order; 0 removes the badge. */
  readonly badges: () => Promise<readonly number[]>;
  readonly rings: () => Promise<number>;
  /** The paths of windows that were opened. */
  readonly windows: () => Promise<readonly string[]>;
  /** Ends the subscription as a browser would; `next` is its successor. */
  readonly endSubscription: (next: object) => Promise<void>;
  /** The server keys of requested subscriptions. */
  readonly keys: () => Promise<readonly string[]>;
  /** How many subscriptions the worker has ended. */
  readonly ended: () => Promise<number>;
  /** Pending background syncs, by tag. */
  readonly waiting: () => Promise<readonly string[]>;
  readonly sync: () => Promise<void>;
  /** Closes notifications and forgets everything recorded. */
  readonly clear: () => Promise<void>;
  readonly loseSync: () => Promise<void>;
}

/** The types of the worker's global scope. */
interface Scope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { openWindow: (path: string) => Promise<unknown> };
  readonly dispatchEvent: (event: Event) => boolean;
  readonly navigator: object;
  noted: { badges: number[]; rings: number; windows: string[]; keys: string[]; ended: number };
}

type Syncing = ServiceWorkerRegistration & { readonly sync: { readonly getTags: () => Promise<readonly string[]> } };

/** Grants notifications, and records what the worker asks of the browser. */
export async function pushWorkerOf(page: Page): Promise<PushWorker> {
  const context = page.context();
  const origin = new URL(page.url()).origin;
  // All permissions that are not granted here are denied.
  await context.grantPermissions(["notifications", "background-sync"], { origin });
  const devtools = await devtoolsOf(page, origin);
  const worker = await workerOf(context);
  await worker.evaluate(() => {
    const scope = self as unknown as Scope;
    const noted: Scope["noted"] = { badges: [], rings: 0, windows: [], keys: [], ended: 0 };
    scope.noted = noted;
    const note = (total: number) => {
      noted.badges.push(total);
      return Promise.resolve();
    };
    Object.assign(scope.navigator, { setAppBadge: note, clearAppBadge: () => note(0) });
    // Only a real press may open a window.
    scope.clients.openWindow = (path) => {
      noted.windows.push(path);
      return Promise.resolve(null);
    };
    const { registration } = scope;
    const show = registration.showNotification.bind(registration);
    registration.showNotification = (title, options: NotificationOptions & { renotify?: boolean } = {}) => {
      if (options.renotify) noted.rings += 1;
      return show(title, options);
    };
    const subscription = {
      unsubscribe: () => {
        noted.ended += 1;
        return Promise.resolve(true);
      },
    };
    Object.assign(registration.pushManager, { getSubscription: () => Promise.resolve(subscription) });
  });
  const noted = <Name extends keyof Scope["noted"]>(name: Name) =>
    worker.evaluate((key) => (self as unknown as Scope).noted[key], name);
  const waiting = () => worker.evaluate(() => ((self as unknown as Scope).registration as Syncing).sync.getTags());
  return {
    deliver: devtools.pushes,
    shown: () =>
      worker.evaluate(async () => {
        const { registration } = self as unknown as Scope;
        const shown = await navigator.locks.request("cuplaj.notifications", () => registration.getNotifications());
        return shown.map((notification) => {
          const { title, body, lang, tag } = notification;
          const { actions } = notification as Notification & {
            readonly actions: readonly { readonly title: string }[];
          };
          return { title, body, lang, tag, actions: actions.map((action) => action.title) };
        });
      }),
    press: (tag, action) =>
      worker.evaluate(
        async ([ofRoom, pressed]) => {
          const scope = self as unknown as Scope & { readonly NotificationEvent: typeof Event };
          const [notification] = await navigator.locks.request("cuplaj.notifications", () =>
            scope.registration.getNotifications({ tag: ofRoom }),
          );
          const given: object = { notification, action: pressed };
          scope.dispatchEvent(new scope.NotificationEvent("notificationclick", given));
        },
        [tag, action ?? ""] as const,
      ),
    badges: () => noted("badges"),
    rings: () => noted("rings"),
    windows: () => noted("windows"),
    endSubscription: (next) =>
      worker.evaluate((made) => {
        const scope = self as unknown as Scope & { readonly ExtendableEvent: typeof Event };
        Object.assign(scope.registration.pushManager, {
          getSubscription: () => Promise.resolve(null),
          subscribe: ({ applicationServerKey }: { readonly applicationServerKey: Uint8Array }) => {
            const key = btoa(String.fromCodePoint(...applicationServerKey));
            scope.noted.keys.push(key.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""));
            return Promise.resolve({ toJSON: () => made });
          },
        });
        scope.dispatchEvent(new scope.ExtendableEvent("pushsubscriptionchange"));
      }, next),
    keys: () => noted("keys"),
    ended: () => noted("ended"),
    waiting,
    sync: async () => {
      for (const tag of await waiting()) await devtools.syncs(tag);
    },
    clear: () =>
      worker.evaluate(async () => {
        const scope = self as unknown as Scope;
        Object.assign(scope.noted, { rings: 0, ended: 0 });
        for (const list of [scope.noted.badges, scope.noted.windows, scope.noted.keys]) list.length = 0;
        const shown = await navigator.locks.request("cuplaj.notifications", () =>
          scope.registration.getNotifications(),
        );
        for (const notification of shown) notification.close();
      }),
    loseSync: () =>
      worker.evaluate(() => {
        Object.defineProperty((self as unknown as Scope).registration, "sync", { value: undefined });
      }),
  };
}

async function workerOf(context: BrowserContext): Promise<Worker> {
  await expect.poll(() => context.serviceWorkers().length).toBeGreaterThan(0);
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error("There is no worker.");
  return worker;
}

async function devtoolsOf(page: Page, origin: string) {
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${origin}/` && !isDeleted);
      if (own) resolve(own.registrationId);
    });
  });
  await devtools.send("ServiceWorker.enable");
  const registrationId = await registered;
  return {
    pushes: async (data: string) =>
      void (await devtools.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data })),
    syncs: async (tag: string) =>
      void (await devtools.send("ServiceWorker.dispatchSyncEvent", { origin, registrationId, tag, lastChance: true })),
  };
}
