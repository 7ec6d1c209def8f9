import type { ErrorEvents } from "../../platform/noted-errors.ts";

/** The types that a worker needs. TypeScript's own conflict with those of pages, whose files the worker shares. */
export interface WorkerScope {
  readonly location: Pick<Location, "origin">;
  readonly registration: WorkerRegistration;
  readonly clients: WorkerClients;
  readonly skipWaiting: () => Promise<void>;
  readonly addEventListener: <Name extends keyof WorkerEvents>(
    name: Name,
    listen: (event: WorkerEvents[Name]) => void,
  ) => void;
}

export interface WorkerEvents extends ErrorEvents {
  readonly install: LastingEvent;
  readonly activate: LastingEvent;
  readonly fetch: RequestEvent;
  readonly message: LastingEvent & MessageEvent<unknown>;
  readonly sync: LastingEvent & { readonly tag: string };
  readonly push: LastingEvent & { readonly data: { readonly text: () => string } | null };
  readonly notificationclick: LastingEvent & { readonly notification: Notification; readonly action: string };
  readonly pushsubscriptionchange: LastingEvent;
}

export type WorkerRegistration = Omit<ServiceWorkerRegistration, "showNotification"> & {
  readonly showNotification: (title: string, options: PushNotificationOptions) => Promise<void>;
  readonly sync?: { readonly register: (tag: string) => Promise<void> };
};

export interface PushNotificationOptions extends NotificationOptions {
  readonly actions?: readonly { readonly action: string; readonly title: string }[];
  readonly renotify?: boolean;
}

interface LastingEvent {
  readonly waitUntil: (work: Promise<unknown>) => void;
}

export interface RequestEvent extends LastingEvent {
  readonly request: Request;
  readonly respondWith: (answer: Promise<Response>) => void;
}

export interface WorkerClient {
  readonly id: string;
  readonly url: string;
  readonly focused: boolean;
  readonly visibilityState: DocumentVisibilityState;
  readonly postMessage: (message: unknown, ports: Transferable[]) => void;
  readonly focus: () => Promise<unknown>;
  readonly navigate: (url: string) => Promise<unknown>;
}

interface WorkerClients {
  readonly claim: () => Promise<void>;
  readonly matchAll: (choice: {
    readonly type: "window";
    readonly includeUncontrolled: true;
  }) => Promise<readonly WorkerClient[]>;
  readonly openWindow: (url: string) => Promise<unknown>;
}

/** Paths that are not our pages: calls, the live connection and the operator's paths. */
const noPages = /^\/(?:api|app|apps|metrics|healthz|readyz)(?:\/|$)/;
export const isPagePath = (path: string): boolean => !noPages.test(path);

/** All our open pages, even those older than this worker, the most recently focused first. */
export async function openPages({ clients }: WorkerScope): Promise<readonly WorkerClient[]> {
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  return windows.filter(({ url }) => isPagePath(new URL(url).pathname));
}
