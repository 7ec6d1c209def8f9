export type ToWorker =
  /** A page has begun: builds of which none is open may go (SW-1e). */
  | { readonly type: "begun" }
  /** SW-1d: the worker that waits becomes the active one, since the person asked for it. */
  | { readonly type: "activate" }
  /** The same where no page but the one that asks is open: it has just begun. */
  | { readonly type: "activate-if-alone" }
  /** Whether the worker's build is that of the page with these scripts; answered by a boolean. */
  | { readonly type: "is-build-of"; readonly scripts: readonly string[] };

export type ToPage =
  /** Which build the page is of; answered by the paths of its scripts. */
  | { readonly type: "scripts-asked" }
  /** Which room the page shows; answered by its name, or null. */
  | { readonly type: "room-asked" }
  /** The page goes to this path of ours, and answers true (PUSH-10). */
  | { readonly type: "open-path"; readonly path: string };

/** A message of ours, by the fields that every one has; null for what somebody else posted. */
export function messageOf<Message extends ToWorker | ToPage>(
  data: unknown,
  types: readonly Message["type"][],
): Message | null {
  const type: unknown = typeof data === "object" && data !== null && "type" in data ? data.type : null;
  // Both ends are of one product, and may be of two builds: what another build named otherwise is left alone.
  return types.some((known) => known === type) ? (data as Message) : null;
}

/** How long whoever is asked may take, ms: a frozen page does not answer. */
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
