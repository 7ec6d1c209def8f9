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

/** Joins the tabs with the same name. Where the browser has no channels, none are there. */
export function joinTabs({ name, tabId, clock, onWord }: Meeting) {
  const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(name) : null;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin alone
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
    /** Asks which of them are open; `onCalled` gets the ids of those that answer in time. A frozen tab answers as little as a closed one. */
    callRoll: (onCalled: (present: readonly string[]) => void): void => {
      present = new Set();
      post("who");
      clock.later(rollMs, () => onCalled([...present]));
    },
    leave: (): void => channel?.close(),
  };
}

const tabIdKey = "cuplaj.tab";

/** A reload takes the id again. Session storage has it only while no page of the tab is open, so that a duplicated tab gets its own. */
export function takeTabId(): string {
  const id = tabStorage.get(tabIdKey) ?? newId();
  const take = (): void => tabStorage.set(tabIdKey, null);
  take();
  window.addEventListener("pagehide", () => tabStorage.set(tabIdKey, id));
  window.addEventListener("pageshow", take);
  return id;
}
