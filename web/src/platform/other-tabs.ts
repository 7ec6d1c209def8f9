/** The person's other open pages. */
export interface OtherTabs {
  readonly tell: (message: unknown) => void;
  readonly leave: () => void;
}

/** Joins the pages that share a name; `hear` gets what the others tell, in order. Where the browser has no such thing, nobody is there. */
export function joinTabs(name: string, hear: (message: unknown) => void): OtherTabs {
  if (!("BroadcastChannel" in window)) return { tell: () => undefined, leave: () => undefined };
  const channel = new BroadcastChannel(name);
  channel.addEventListener("message", ({ data }) => hear(data));
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin alone
    tell: (message) => channel.postMessage(message),
    leave: () => channel.close(),
  };
}

/**
 * Waits for the one turn of this name among all pages; what it returns gives the turn back, or stops waiting for it. A page
 * that is closed or crashes gives it back by that. Without locks (pages that are not secure) everybody has a turn.
 */
export function waitForTurn(name: string, begin: () => void): () => void {
  if (!("locks" in navigator)) {
    begin();
    return () => undefined;
  }
  const waiting = new AbortController();
  let giveBack = (): void => undefined;
  const turn = (): Promise<void> =>
    new Promise((resolve) => {
      giveBack = resolve;
      begin();
    });
  // Only giving up the wait rejects.
  navigator.locks.request(name, { signal: waiting.signal }, turn).catch(() => undefined);
  return () => {
    waiting.abort();
    giveBack();
  };
}
