import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CallResult } from "../api/api-client.ts";
import { pendingOf } from "../messages/pending-messages.ts";
import { parts } from "../parts.ts";
import { timestampOf } from "../platform/clock.ts";
import type { CallError } from "../state/entities.ts";
import { createChatStore, type ChatStore } from "../state/store.ts";
import { createFakeClock, type FakeClock } from "../testing/fake-clock.ts";
import { outsideOf } from "../testing/outside.ts";
import { signedInAna } from "../testing/people.ts";
import { outboxPart } from "./outbox-part.ts";

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

/** A page of Ana's, whose messages have ids by its name; `sent` are the texts that it has sent, whose answers come when `answer` is called. */
function openPage(name: string, clock: FakeClock = createFakeClock()) {
  const sent: string[] = [];
  const answers: ((result: CallResult<unknown>) => void)[] = [];
  const call = (_name: string, { body }: { body: { message: string } }) => {
    sent.push(body.message);
    return new Promise<CallResult<unknown>>((resolve) => answers.push(resolve));
  };
  let ids = 0;
  const store: ChatStore = createChatStore({
    parts,
    context: () => ({ now: 0, timestamp: timestampOf(0), newId: () => `${name}-${(ids += 1)}` }),
    report: (error) => {
      throw error;
    },
  });
  store.perform(outboxPart.run?.(outsideOf(store, call, { clock })) ?? {});
  store.dispatch({ type: "session/restored", token: "anas-token", me: signedInAna });
  const close = () => store.dispatch({ type: "session/ended-elsewhere" });
  closing.push(close);
  const shown = () => pendingOf(store.getState(), 1).map(({ text, status }) => `${text}: ${status}`);
  return { ...store, sent, shown, close, answer: (result: CallResult<unknown>) => answers.shift()?.(result) };
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
  const message = {
    id: 7,
    roomId: 1,
    seq: 1,
    clientId: "id-1",
    author,
    sentAt: timestampOf(0),
    text: "greșit",
    updatedSeq: 1,
  };
  first.dispatch({ type: "messages/published", clientId: "id-1", message });
  await vi.waitFor(() => expect([first.shown(), second.shown()]).toEqual([[], []]));
});

/** A page that hears nothing while `isStill`, as one that the browser has frozen; what it has missed it hears when it goes on. */
function openStillPage(name: string) {
  const missed: (() => void)[] = [];
  let isStill = false;
  const Channel = BroadcastChannel;
  class StillChannel extends Channel {
    override addEventListener(type: string, hear: EventListener): void {
      super.addEventListener(type, (event: Event) => {
        if (isStill) missed.push(() => hear(event));
        else hear(event);
      });
    }
  }
  vi.stubGlobal("BroadcastChannel", StillChannel);
  const page = openPage(name);
  vi.stubGlobal("BroadcastChannel", Channel);
  const stand = (): void => {
    isStill = true;
  };
  const wake = (): void => {
    isStill = false;
    for (const hear of missed.splice(0)) hear();
  };
  return { ...page, stand, wake };
}

/** A page that stands still in its turn, while it sends; and another that has something to send. */
async function oneStandsStill() {
  const still = openStillPage("still");
  const clock = createFakeClock();
  const other = openPage("other", clock);
  await vi.waitFor(() => expect([still, other].map(({ getState }) => getState().outbox.isOpen)).toEqual([true, true]));
  still.dispatch({ type: "messages/send-asked", roomId: 1, text: "unu" });
  still.dispatch({ type: "messages/send-asked", roomId: 1, text: "doi" });
  await vi.waitFor(() => expect(still.sent).toEqual(["unu"]));
  await vi.waitFor(() => expect(other.shown()).toHaveLength(2));
  return { still, other, clock };
}

/** Lets a time go by, in steps in which pages can hear each other. */
async function passSlowly(clock: FakeClock, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) {
    clock.pass(500);
    for (let turns = 0; turns < 20; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  }
}

test("[SEND-3b] a page that stands still in its turn loses it to one that has something to send, after 7.5 s", async () => {
  const { still, other, clock } = await oneStandsStill();
  still.stand();
  await passSlowly(clock, 7000);
  expect(other.sent).toEqual([]);
  await passSlowly(clock, 500);
  await vi.waitFor(() => expect(other.sent).toEqual(["unu"]));
  await vi.waitFor(() => expect(still.getState().outbox.hasTurn).toBe(false));
});

test("[SEND-3b] a page that lives keeps its turn, however long a send takes", async () => {
  const { still, other, clock } = await oneStandsStill();
  await passSlowly(clock, 60_000);
  expect([still.getState().outbox.hasTurn, other.sent]).toEqual([true, []]);
});

/** A send's answer: stored under this client id. */
const kept = (clientId: string): CallResult<unknown> => {
  const message = { id: 7, room_id: 1, seq: 1, client_id: clientId, timestamp: timestampOf(0), message: "stocat" };
  return { ok: true, value: { message } };
};

/** The same, in which the other page has taken the turn and sends. */
async function oneTookTheTurn() {
  const { still, other, clock } = await oneStandsStill();
  still.stand();
  await passSlowly(clock, 7500);
  await vi.waitFor(() => expect(other.sent).toEqual(["unu"]));
  return { still, other };
}

/** What the other page sends is shown by both, and the page that stood still sends again when there is something for it. */
async function expectTurnsGoOn({ still, other }: Awaited<ReturnType<typeof oneTookTheTurn>>): Promise<void> {
  other.answer(kept("still-1"));
  await vi.waitFor(() => expect(other.sent).toEqual(["unu", "doi"]));
  other.answer(kept("still-2"));
  await vi.waitFor(() => expect([still.shown(), other.shown()]).toEqual([[], []]));
  expect(still.sent).toEqual(["unu"]);
  still.dispatch({ type: "messages/send-asked", roomId: 1, text: "trei" });
  await vi.waitFor(() => expect(still.sent).toEqual(["unu", "trei"]));
}

test("[SEND-3c] whose turn was taken neither keeps a refusal that comes late nor sends what comes next", async () => {
  const { still, other } = await oneTookTheTurn();
  still.wake();
  still.answer({ ok: false, error: refused });
  await vi.waitFor(() => expect(still.shown()).toEqual(["unu: waiting", "doi: waiting"]));
  await expectTurnsGoOn({ still, other });
});

test("[SEND-3c] what a page hears to be stored after its turn was taken is sent for both", async () => {
  const { still, other } = await oneTookTheTurn();
  still.wake();
  still.answer(kept("still-1"));
  await vi.waitFor(() => expect([still.shown(), other.shown()]).toEqual([["doi: waiting"], ["doi: sending"]]));
  await expectTurnsGoOn({ still, other });
});
