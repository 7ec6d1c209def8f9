import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { chatHandlers, followChat } from "../chat-handlers.ts";
import { pendingOf } from "../messages/pending-messages.ts";
import { timestampOf } from "../platform/clock.ts";
import { shellHandlers } from "../shell-handlers.ts";
import type { CallError } from "../state/entities.ts";
import { initialState } from "../state/initial-state.ts";
import { createChatStore, type ChatStore } from "../state/store.ts";
import { signedInAna } from "../testing/people.ts";
import { addOutbox } from "./outbox-part.ts";

const stored = new Map<string, string>();

const closing: (() => void)[] = [];

/** A browser with local storage and locks, and without a database. */
beforeEach(() => {
  stored.clear();
  vi.spyOn(console, "warn").mockReturnValue();
  const local = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  };
  const own = () => ({ enumerable: true, configurable: true, value: "" });
  vi.stubGlobal("localStorage", new Proxy(local, { ownKeys: () => [...stored.keys()], getOwnPropertyDescriptor: own }));
  vi.stubGlobal("window", Object.assign(new EventTarget(), { BroadcastChannel }));
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
});
afterEach(() => {
  for (const close of closing.splice(0)) close();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A page of Ana's, whose messages have ids by its name; `sent` are the texts that it has sent, whose answers do not come by themselves. */
function openPage(name: string) {
  const sent: string[] = [];
  let ids = 0;
  const store: ChatStore = createChatStore({
    initial: initialState({ language: "ro", theme: "system", door: "customer" }),
    context: () => ({ now: 0, timestamp: timestampOf(0), newId: () => `${name}-${(ids += 1)}` }),
    report: (error) => {
      throw error;
    },
  });
  store.add({ handlers: shellHandlers, runners: {}, follow: () => [] });
  store.add({
    handlers: chatHandlers,
    runners: { "call-publish": ({ text }) => sent.push(text) },
    follow: followChat,
  });
  store.dispatch({ type: "session/restored", token: "anas-token", me: signedInAna });
  addOutbox(store);
  const close = () => store.dispatch({ type: "session/ended-elsewhere" });
  closing.push(close);
  const shown = () => pendingOf(store.getState(), 1).map(({ text, status }) => `${text}: ${status}`);
  return { ...store, sent, shown, close };
}

const refused: CallError = { code: "invalid", message: "", fieldErrors: {}, retryAfterSeconds: null };

/** Two pages without a database, in both of which a message has failed that the first one sent. */
async function twoPages() {
  const pages = [openPage("id"), openPage("other")] as const;
  const [first, second] = pages;
  await vi.waitFor(() => expect(pages.map(({ getState }) => getState().outbox.isOpen)).toEqual([true, true]));
  first.dispatch({ type: "messages/send-asked", roomId: 1, text: "greșit" });
  await vi.waitFor(() => expect(first.sent).toEqual(["greșit"]));
  first.dispatch({ type: "messages/publish-failed", roomId: 1, clientId: "id-1", error: refused });
  await vi.waitFor(() => expect(second.shown()).toEqual(["greșit: failed"]));
  expect(second.sent).toEqual([]);
  return { first, second };
}

test.each(["messages/pending-deleted", "messages/edit-asked"] as const)(
  "[SEND-5] without a database, what one page took back (%s) is gone in the other, and sent by none",
  async (type) => {
    const { first, second } = await twoPages();
    first.dispatch({ type, roomId: 1, clientId: "id-1" });
    await vi.waitFor(() => expect(second.shown()).toEqual([]));
    first.close();
    second.dispatch({ type: "messages/send-asked", roomId: 1, text: "altul" });
    await vi.waitFor(() => expect(second.sent).toEqual(["altul"]));
    expect([second.shown(), [...stored.keys()].filter((key) => key.includes("id-1"))]).toEqual([
      ["altul: sending"],
      [],
    ]);
  },
);

test("[SEND-2] without a database, what one page sent is told to the other", async () => {
  const { first, second } = await twoPages();
  const author = { id: signedInAna.id, name: signedInAna.name, kind: signedInAna.kind };
  first.dispatch({ type: "messages/retry-asked", roomId: 1, clientId: "id-1" });
  await vi.waitFor(() => expect(first.sent).toHaveLength(2));
  const message = { id: 7, roomId: 1, seq: 1, clientId: "id-1", author, sentAt: timestampOf(0), text: "greșit" };
  first.dispatch({ type: "messages/published", clientId: "id-1", message });
  await vi.waitFor(() => expect([first.shown(), second.shown()]).toEqual([[], []]));
});
