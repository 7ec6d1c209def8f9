import type { Clock } from "../clock.ts";
import { tabStorage } from "../storage/device-storage.ts";
import { newId } from "../page/page.ts";

const rollMs = 1000;

interface Meeting {
  readonly name: string;
  readonly tabId: string;
  readonly clock: Clock;
  readonly onWord: (word: string) => void;
}

/** Joins the tabs of the same name. Without broadcast channels, there seem to be no other tabs. */
export function joinTabs({ name, tabId, clock, onWord }: Meeting) {
  const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(name) : null;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches only its own origin
  const post = (word: string): void => channel?.postMessage(word);
  let present = new Set<string>();
  channel?.addEventListener("message", ({ data }) => {
    const word = String(data);
    if (word === "who") post(`here ${tabId}`);
    else if (word.startsWith("here ")) present.add(word.slice("here ".length));
    else onWord(word);
  });
  return {
    post,
    /** Asks which tabs are open; `onCalled` gets the ids that replied in time. A frozen tab does not reply, just like a closed one. */
    callRoll: (onCalled: (present: readonly string[]) => void): void => {
      present = new Set();
      post("who");
      clock.later(rollMs, () => onCalled([...present]));
    },
    leave: (): void => channel?.close(),
  };
}

const tabIdKey = "cuplaj.tab";

/** A reload keeps the id. While the tab has an open page, session storage does not hold the id, so a duplicated tab gets another one. */
export function takeTabId(): string {
  const id = tabStorage.get(tabIdKey) ?? newId();
  const take = (): void => tabStorage.set(tabIdKey, null);
  take();
  window.addEventListener("pagehide", () => tabStorage.set(tabIdKey, id));
  window.addEventListener("pageshow", take);
  return id;
}
