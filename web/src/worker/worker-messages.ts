export type ToWorker =
  /** A page has started, so the caches of builds without an open page may be deleted (SW-1e). */
  | { readonly type: "begun" }
  /** SW-1d: activates the waiting worker, since the person asked for it. */
  | { readonly type: "activate" }
  | { readonly type: "activate-if-alone" }
  /** Asks whether the worker is of the page's build; the reply is a boolean. */
  | { readonly type: "is-build-of"; readonly scripts: readonly string[] };

export type ToPage =
  | { readonly type: "scripts-asked" }
  /** The reply is the name of the shown room, or null. */
  | { readonly type: "room-asked" }
  /** Navigates the page to one of our paths; the reply is true (PUSH-10). */
  | { readonly type: "open-path"; readonly path: string };

export function messageOf<Message extends ToWorker | ToPage>(
  data: unknown,
  types: readonly Message["type"][],
): Message | null {
  const type: unknown = typeof data === "object" && data !== null && "type" in data ? data.type : null;
  // The two ends may be of different builds, so unknown types are ignored.
  return types.some((known) => known === type) ? (data as Message) : null;
}

/** A page that has not replied by now is frozen, ms. */
const answerMs = 2000;

export function ask(
  post: (ports: Transferable[]) => void,
  later: (delayMs: number, run: () => void) => () => void,
): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const stop = later(answerMs, () => resolve(null));
    port1.addEventListener("message", ({ data }) => {
      stop();
      port1.close();
      resolve(data);
    });
    port1.start();
    post([port2]);
  });
}
