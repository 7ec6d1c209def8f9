import { afterEach, beforeEach, vi } from "vitest";
import type { ApiClient, CallResult } from "../api/api-client.ts";
import { pendingOf } from "../state/messages/pending-messages.ts";
import { runOutbox } from "../outbox/outbox-part.ts";
import { parts } from "../parts.ts";
import { timestampOf } from "../platform/clock.ts";
import { createKeyedTimers } from "../state/timers/timers-part.ts";
import { onResumeHint } from "../platform/page/window-attention.ts";
import { createAppStore } from "../state/store.ts";
import { createFakeClock, type FakeClock } from "./fake-clock.ts";
import { createFakeDatabase, createFakeDevice, type FakeTab } from "./fake-device.ts";
import { room, signedInAna } from "./people.ts";
import { callError } from "./call-errors.ts";

const closing: (() => void)[] = [];

export function withFakeBrowser(): void {
  beforeEach(() => {
    vi.spyOn(console, "warn").mockReturnValue();
    vi.stubGlobal("window", new EventTarget());
    vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  });
  afterEach(() => {
    for (const close of closing.splice(0)) close();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
}

/** A device on which Ana opens tabs. Its database can be made to fail or hang. */
export function openDevice() {
  const { values, mood, openTab } = createFakeDevice();
  const { database, rows, state } = createFakeDatabase();
  const clock = createFakeClock();
  const open = (tabId: string, person: PageSetup["person"] = signedInAna) => {
    const storage = openTab();
    return { ...openPage({ tabId, clock, storage, database, person }), storage };
  };
  return { values, mood, rows, state, clock, open };
}

interface PageSetup {
  readonly tabId: string;
  readonly clock: FakeClock;
  readonly storage: FakeTab;
  readonly database: ReturnType<typeof createFakeDatabase>["database"];
  readonly person: typeof signedInAna | null;
}

/** A person's page, whose message ids begin with the id of its tab. `sent` holds the texts that it sent, which wait for `answer`. */
function openPage({ tabId, clock, storage, database, person }: PageSetup) {
  const sent: string[] = [];
  const answers: ((result: CallResult<unknown>) => void)[] = [];
  const call = (_name: string, { body }: { body: { message: string } }) => {
    sent.push(body.message);
    return new Promise<CallResult<unknown>>((resolve) => answers.push(resolve));
  };
  let ids = 0;
  const store = createAppStore({
    parts,
    context: () => ({ now: clock.now(), timestamp: timestampOf(0), newId: () => `${tabId}-${(ids += 1)}` }),
    report: (error) => {
      throw error;
    },
  });
  const timers = createKeyedTimers(clock);
  store.perform({
    "dispatch-later": ({ key, delayMs, event }) => timers.start(key, delayMs, () => store.dispatch(event)),
  });
  const never = () => new Promise<never>(() => undefined);
  const api = { call: call as unknown as ApiClient["call"], authorized: never, callAs: never };
  store.perform(runOutbox({ store, api, clock, onResumeHint }, { tabId, storage, database }));
  if (person) store.dispatch({ type: "session/restored", token: "a-token", me: person });
  store.dispatch({ type: "rooms/page-loaded", rooms: [room(1)], total: 1, page: 1 });
  const close = () => store.dispatch({ type: "session/ended-elsewhere" });
  closing.push(close);
  const shown = () => pendingOf(store.getState(), 1).map(({ text, status }) => `${text}: ${status}`);
  const send = (text: string): void => store.dispatch({ type: "outbox/send-asked", roomId: 1, text });
  return { ...store, sent, shown, send, close, answer: (result: CallResult<unknown>) => answers.shift()?.(result) };
}

export const refused = callError("invalid");

export const stored = (clientId: string): CallResult<unknown> => {
  const message = { id: 7, room_id: 1, seq: 1, client_id: clientId, timestamp: timestampOf(0), message: "stocat" };
  const author = { id: signedInAna.id, name: signedInAna.name };
  return {
    ok: true,
    value: { message: { ...message, customer: author, messages_actions: [], likes_total: 0, updated_seq: 1 } },
  };
};
