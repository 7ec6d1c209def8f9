import type { ErrorEvents } from "../platform/noted-errors.ts";

/**
 * What the worker uses of its global scope: the compiler's own types of one exclude those of a page, whose files the worker shares.
 */
export interface WorkerScope {
  readonly location: Pick<Location, "origin">;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: WorkerClients;
  readonly skipWaiting: () => Promise<void>;
  readonly addEventListener: <Name extends keyof WorkerEvents>(
    name: Name,
    listen: (event: WorkerEvents[Name]) => void,
  ) => void;
}

/** The events that the worker listens to, by name. */
export interface WorkerEvents extends ErrorEvents {
  readonly install: LastingEvent;
  readonly activate: LastingEvent;
  readonly fetch: RequestEvent;
  readonly message: LastingEvent & MessageEvent<unknown>;
  readonly sync: LastingEvent & { readonly tag: string };
}

/** An event whose work keeps the worker running. */
export interface LastingEvent {
  readonly waitUntil: (work: Promise<unknown>) => void;
}

/** A request of a page, which goes to the server unless the worker answers it. */
export interface RequestEvent extends LastingEvent {
  readonly request: Request;
  readonly respondWith: (answer: Promise<Response>) => void;
}

/** An open page of ours. */
export interface WorkerClient {
  readonly id: string;
  readonly url: string;
  readonly postMessage: (message: unknown, ports: Transferable[]) => void;
}

export interface WorkerClients {
  /** Makes this worker answer for the pages that none answers for. */
  readonly claim: () => Promise<void>;
  readonly matchAll: (choice: {
    readonly type: "window";
    readonly includeUncontrolled: true;
  }) => Promise<readonly WorkerClient[]>;
}

/** All pages of ours, those from before this worker included. */
export const openPages = ({ clients }: WorkerScope): Promise<readonly WorkerClient[]> =>
  clients.matchAll({ type: "window", includeUncontrolled: true });

/** Where the installed app receives what another one shares (`manifest.webmanifest`). */
export const sharePath = "/share";
