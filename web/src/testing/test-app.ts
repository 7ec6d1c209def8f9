import { lateParts } from "../late-runners.ts";
import { parts } from "../parts.ts";
import { timestampOf } from "../platform/clock.ts";
import { createKeyedTimers } from "../state/timers/timers-part.ts";
import type { Me, Room } from "../state/entities.ts";
import type { PayloadKinds } from "../state/transition.ts";
import { createAppStore, type AppStore, type StorePart } from "../state/store.ts";
import { createFakeClock, type FakeClock } from "./fake-clock.ts";
import { signedInAna } from "./people.ts";
import type { Effect, EffectName, Runners } from "../state/shape.ts";

/** The whole store with every transition and a fake clock; effects are only recorded. */
export interface TestApp extends AppStore {
  readonly clock: FakeClock;
  readonly asked: <Name extends EffectName>(name: Name) => readonly Effect<Name>[];
  readonly forget: () => void;
  /** Arrives at an address, as the browser would report it. */
  readonly arriveAt: (address: string, entry?: unknown) => void;
}

const nothingMore: StorePart = { initial: {}, handlers: {} };

/** A signed-out page. A `ready` outbox opens by itself, as the tab "tab"; a `silent` one must be opened by the test. */
export function createTestApp(
  outbox: "ready" | "silent" = "ready",
  kinds: PayloadKinds = {},
  more: StorePart = nothingMore,
): TestApp {
  const clock = createFakeClock();
  let noted: Effect[] = [];
  let ids = 0;
  const store = createAppStore({
    parts: [...parts, { ...nothingMore, kinds }, more],
    context: () => ({
      now: clock.now(),
      timestamp: timestampOf(clock.now()),
      newId: () => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, "0")}`,
    }),
    report: (error) => {
      throw error;
    },
  });
  for (const part of Object.values(lateParts)) store.join(part);
  const timers = createKeyedTimers(clock);
  const arriveAt = (address: string, entry: unknown = null): void => {
    const url = new URL(address, "https://cuplaj.test");
    store.dispatch({ type: "address/arrived", path: url.pathname, search: url.search, entry });
  };
  if (outbox === "ready") store.perform(outboxRunners(store));
  store.perform({
    dispatch: ({ event }) => store.dispatch(event),
    "dispatch-later": ({ key, delayMs, event, keepsSooner }) =>
      timers.start(key, delayMs, () => store.dispatch(event), keepsSooner),
    "cancel-later": ({ key }) => timers.cancel(key),
    "cancel-all-later": () => timers.cancelAll(),
    navigate: ({ to, entry }) => arriveAt(to, entry),
    "navigate-back": ({ to }) => arriveAt(to),
  });
  noteEffects(store, (effect) => noted.push(effect));
  return {
    ...store,
    clock,
    arriveAt,
    asked: <Name extends EffectName>(name: Name) =>
      noted.filter((effect): effect is Effect<Name> & Effect => effect.type === name),
    forget: () => {
      noted = [];
    },
  };
}

/** Ana's page: signed in, at home and connected, with these rooms listed in order. */
export function createAnasApp(...rooms: readonly Room[]): TestApp {
  return startAnasApp(createTestApp(), rooms);
}

export function startAnasApp(app: TestApp, rooms: readonly Room[], self: Me = signedInAna): TestApp {
  app.dispatch({ type: "session/restored", token: "anas-token", me: self });
  app.arriveAt("/");
  app.dispatch({ type: "session/started" });
  app.dispatch({ type: "connection/connected" });
  app.dispatch({ type: "connection/listening" });
  app.dispatch({ type: "rooms/page-loaded", rooms, total: rooms.length, page: 1 });
  app.forget();
  return app;
}

function outboxRunners({ dispatch }: AppStore): Partial<Runners> {
  return {
    "open-outbox": () => {
      dispatch({ type: "outbox/opened", tabId: "tab", rows: [] });
      dispatch({ type: "outbox/loaded", rows: [], isStored: true });
    },
  };
}

function noteEffects(store: AppStore, note: (effect: Effect) => void): void {
  const runners: Record<string, (effect: Effect) => void> = new Proxy({}, { get: () => note, has: () => true });
  store.perform(runners);
}
