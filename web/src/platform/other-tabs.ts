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

/** The one turn of a name among all pages, as one page asked for it. */
export interface Turn {
  /** Gives it back, or stops waiting for it. */
  readonly giveBack: () => void;
  /** Takes it at once, from whichever page has it. */
  readonly take: () => void;
  /** Whether this page has it. One that stood still learns here that it was taken, and never acts on what it believed before. */
  readonly isMine: () => Promise<boolean>;
}

/** What becomes of a turn that was asked for. */
interface TurnHearing {
  readonly onBegun: () => void;
  /** Another page has taken it. */
  readonly onLost: () => void;
}

/**
 * Waits for the one turn of this name among all pages. A page that is closed or crashes gives it back by that. Without locks
 * (pages that are not secure) everybody has a turn.
 */
export function waitForTurn(name: string, { onBegun, onLost }: TurnHearing): Turn {
  if (!("locks" in navigator)) {
    onBegun();
    return { giveBack: () => undefined, take: () => undefined, isMine: async () => true };
  }
  const waiting = new AbortController();
  let giveBack = (): void => undefined;
  let isHeld = false;
  let isGivenUp = false;

  function request(options: LockOptions): void {
    let isGranted = false;
    const turn = (): Promise<void> =>
      new Promise((resolve) => {
        // It came in the moment in which nobody waited for it any more.
        if (isGivenUp) return resolve();
        isGranted = true;
        isHeld = true;
        giveBack = resolve;
        onBegun();
      });
    // Rejects where the wait was given up, and where another page took what was held.
    navigator.locks.request(name, options, turn).catch(() => {
      if (!isGranted || !isHeld) return;
      isHeld = false;
      onLost();
    });
  }

  request({ signal: waiting.signal });
  return {
    giveBack: () => {
      isHeld = false;
      isGivenUp = true;
      waiting.abort();
      giveBack();
    },
    take: () => {
      waiting.abort();
      request({ steal: true });
    },
    isMine: async () => {
      // The browser tells of locks in order: its answer comes after the word that this one was taken.
      if (isHeld) await navigator.locks.query().catch(() => undefined);
      return isHeld;
    },
  };
}
