export type ToWorker =
  /** A page has started, so the caches of builds without an open page can be deleted (SW-1e). */
  | { readonly type: "begun" }
  /** SW-1d: activates the waiting worker at the person's request. */
  | { readonly type: "activate" }
  | { readonly type: "activate-if-alone" }
  /** Asks whether the worker belongs to the page's build; the reply is a boolean. */
  | { readonly type: "is-build-of"; readonly scripts: readonly string[] };

export type ToPage =
  | { readonly type: "scripts-asked" }
  /** Asks for the name of the shown room; the reply is null if none is shown. */
  | { readonly type: "room-asked" }
  /** Navigates the page to one of our paths; the reply is true (PUSH-10). */
  | { readonly type: "open-path"; readonly path: string };

export function messageOf<Message extends ToWorker | ToPage>(
  data: unknown,
  types: readonly Message["type"][],
): Message | null {
  const type: unknown = typeof data === "object" && data !== null && "type" in data ? data.type : null;
  // The sender may be of another build, so unknown types are ignored.
  return types.some((known) => known === type) ? (data as Message) : null;
}

/** How long the worker waits for a page's reply, in ms; a page that has not replied by then is frozen. */
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
