import { createApiClient, settleIn } from "../api/api-client.ts";
import { createWordLoader } from "../language/load-words.ts";
import { storedLanguage } from "../language/language-part.ts";
import { storedRoomListCompact, storedRoomListVisible } from "../navigation/navigation-part.ts";
import { lateParts, lateRunners } from "../late-runners.ts";
import { outboxPart, runOutbox } from "../outbox/outbox-part.ts";
import { type AnyPart, type Outside, runnersOf } from "../state/part.ts";
import { currentAddress, onAddressChange } from "../platform/page/page-history.ts";
import { timestampOf } from "../platform/clock.ts";
import { deviceStorage } from "../platform/storage/device-storage.ts";
import { newId, showLanguage, showTheme } from "../platform/page/page.ts";
import { onResumeHint } from "../platform/page/window-attention.ts";
import { realtimePart } from "../realtime/realtime-part.ts";
import { onSessionElsewhere, storedRealm, storedSession } from "../api/stored-session.ts";
import type { AppEvent, Effect, Runners } from "../state/shape.ts";
import { type AppStore, createAppStore } from "../state/store.ts";
import { liveEventOf } from "../sync/logged-events.ts";
import { storedTheme } from "../design/theme/theme-part.ts";
import { parts } from "../parts.ts";
import type { FakeClock } from "./fake-clock.ts";
import type { createFakeDatabase } from "./fake-device.ts";
import type { ScriptedServer } from "./scripted-server.ts";

export const loadWords = createWordLoader();

/** The part of a page that survives a reload. */
export interface PageWorld {
  readonly server: ScriptedServer;
  readonly clock: FakeClock;
  readonly device: ReturnType<typeof createFakeDatabase>;
  readonly connects: boolean;
}

/** The page's store, wired as in `main.tsx` but over a scripted server; `effects` records all effects. */
export interface PageStore {
  readonly store: AppStore;
  readonly effects: readonly Effect[];
  readonly liveEventOf: (name: string, data: unknown) => AppEvent;
  /** Disconnects the store from code that a browser would have ended with the page. */
  readonly end: () => void;
}

export function startPageStore({ server, clock, device, connects }: PageWorld): PageStore {
  let hasEnded = false;
  const listening: (() => void)[] = [];
  const language = storedLanguage();
  const theme = storedTheme();
  showLanguage(language);
  showTheme(theme);
  const built = createAppStore({
    parts,
    restored: {
      language,
      theme,
      isRoomListVisible: storedRoomListVisible(),
      isRoomListCompact: storedRoomListCompact(),
      signIn: { realm: storedRealm(false), phase: "idle", error: null },
    },
    context: () => ({ now: clock.now(), timestamp: timestampOf(clock.now()), newId }),
    report: (error) => {
      throw error;
    },
  });
  const dispatch = (event: AppEvent): void => {
    if (!hasEnded) built.dispatch(event);
  };
  const store: AppStore = { ...built, dispatch };
  const { getState } = store;
  const outside: Outside = {
    store,
    api: createApiClient({
      send: server.send,
      token: () => {
        const { session } = getState();
        return session.phase === "signed-in" ? session.token : null;
      },
      language: () => getState().language,
      onRejected: (token) => dispatch({ type: "session/rejected", token }),
    }),
    clock,
    random: () => 0.5,
    settle: settleIn(store),
    loadWords,
    onResumeHint: (listener) => {
      const stop = onResumeHint(listener);
      listening.push(stop);
      return stop;
    },
    liveEventOf: (name, data) => liveEventOf(store.kinds, name, data),
  };
  const effects: Effect[] = [];
  store.perform(new Proxy({}, { has: () => true, get: () => (effect: Effect) => effects.push(effect) }));
  const performers = [...runnersOf(parts.map(withoutBrowser(device, connects)), outside), ...lateOf(outside)];
  for (const part of Object.values(lateParts)) store.join(part);
  for (const runners of performers) store.perform(runners);
  onAddressChange((address) => dispatch({ type: "address/arrived", ...address }));
  server.world.announce = (name, data) => {
    if (getState().connection.phase === "online") setImmediate(() => dispatch(outside.liveEventOf(name, data)));
  };
  onSessionElsewhere((session) =>
    dispatch(session ? { type: "session/begun-elsewhere", ...session } : { type: "session/ended-elsewhere" }),
  );
  dispatch({ type: "settings/asked" });
  const session = storedSession();
  if (session) dispatch({ type: "session/restored", ...session });
  dispatch({ type: "address/arrived", ...currentAddress() });
  return {
    store,
    effects,
    liveEventOf: outside.liveEventOf,
    end: () => {
      hasEnded = true;
      // Stops timers, which might otherwise outlive the window.
      for (const stop of listening) stop();
      for (const runners of performers) runners["close-outbox"]?.({ type: "close-outbox" });
    },
  };
}

/** Replaces runners that need what happy-dom lacks (a database, sockets, a worker, a canvas). Their effects are only recorded. */
const withoutBrowser =
  (device: PageWorld["device"], connects: boolean) =>
  (part: AnyPart): AnyPart => {
    const { run: _run, ...unperformed } = part;
    if (part === outboxPart) {
      return {
        ...unperformed,
        run: (outside) => runOutbox(outside, { tabId: "tab", storage: deviceStorage, database: device.database }),
      };
    }
    if (part === realtimePart) return { ...unperformed, run: (outside) => connectAtOnce(outside, connects) };
    return part;
  };

function lateOf(outside: Outside): readonly Partial<Runners>[] {
  const { [withDatabase]: _database, ...late } = lateRunners;
  return Object.values(late).map((runners) => ({ ...runners(outside), "show-unread": () => undefined }));
}

const withDatabase = "./worker/page/late-runners.ts";

/** A live connection that opens, and holds the person's own channel, as soon as it is requested. */
function connectAtOnce({ store: { dispatch } }: Outside, connects: boolean): Partial<Runners> {
  return {
    connect: () => {
      if (!connects) return;
      dispatch({ type: "connection/connected" });
      dispatch({ type: "connection/listening" });
    },
  };
}
