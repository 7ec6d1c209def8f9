import { createRoot } from "react-dom/client";
import { createApiClient } from "./api/api-client.ts";
import { settleIn } from "./api/settle.ts";
import { App } from "./app.tsx";
import { createWordLoader } from "./language/load-words.ts";
import { storedLanguage } from "./language/stored-language.ts";
import { storedRoomListCompact, storedRoomListVisible } from "./navigation/stored-room-list.ts";
import type { LaterCode } from "./later-parts.ts";
import { type AnyPart, commandsOf, type Outside, runnersOf } from "./part.ts";
import { firstParts, lastFronts, laterFronts } from "./parts.ts";
import { currentAddress, onAddressChange } from "./platform/page-history.ts";
import { systemClock as clock, timestampOf } from "./platform/clock.ts";
import { isInFrame } from "./platform/frame-address.ts";
import { focusNothingUntilEntered } from "./platform/host-focus.ts";
import { sendHttp } from "./platform/http.ts";
import { registerWorker } from "./platform/app-worker.ts";
import { awaitInstallOffer } from "./platform/install-offer.ts";
import { keepPageErrors } from "./platform/noted-errors.ts";
import { lateCode, loadCode, whenIdle } from "./platform/late-component.ts";
import { warn } from "./platform/log.ts";
import { copiesDatabase, deleteDatabases } from "./platform/device-databases.ts";
import { mountPoint, newId, random, showLanguage, showShellBetweenScreens, showTheme } from "./platform/page.ts";
import { onResumeHint } from "./platform/window-attention.ts";
import { probeWhenSlow } from "./realtime/probe-when-slow.ts";
import { onSessionElsewhere, storedRealm, storedSession } from "./sign-in/stored-session.ts";
import { createAppStore } from "./state/store.ts";
import { areLastPartsDue, areLaterPartsDue } from "./state/selectors.ts";
import { AppContext } from "./state/app-context.ts";
import type { AppEvent, AppState } from "./state/shape.ts";
import { storedTheme } from "./theme/stored-theme.ts";

// EMB-5c: before anything is there that could focus itself.
if (isInFrame()) focusNothingUntilEntered();
const errors = keepPageErrors();
const language = storedLanguage();
const theme = storedTheme();
showLanguage(language);
showTheme(theme);

/** EMB-5: what the page has in a host's frame alone has no state. */
const framedFronts = isInFrame() ? [{ initial: {} }] : [];
const store = createAppStore({
  parts: firstParts,
  later: [...laterFronts, ...lastFronts, ...framedFronts],
  restored: {
    language,
    theme,
    isRoomListVisible: storedRoomListVisible(),
    isRoomListCompact: storedRoomListCompact(),
    signIn: { realm: storedRealm(import.meta.env["VITE_ERP"] === "1"), phase: "idle", error: null },
  },
  context: () => ({ now: clock.now(), timestamp: timestampOf(clock.now()), newId }),
  report: (error) => noteFailure("An effect failed.", error),
});
/** A failure that the page goes on after. */
function noteFailure(sentence: string, error: unknown): void {
  warn(sentence, error);
  errors.note(error);
}
const api = createApiClient({
  send: sendHttp,
  token: () => {
    const { session } = store.getState();
    return session.phase === "signed-in" ? session.token : null;
  },
  language: () => store.getState().language,
  onRejected: (token) => store.dispatch({ type: "session/rejected", token }),
  onCall: probeWhenSlow(clock, () => store.dispatch({ type: "connection/probe-asked" })),
});
const workerFailed: AppEvent = {
  type: "alerts/raised",
  alertType: "danger",
  text: { kind: "key", key: "alerts.workerFailed", details: "registerSW error" },
};
let later: LaterCode | null = null;
const outside: Outside = {
  store,
  api,
  clock,
  random,
  settle: settleIn(store),
  onResumeHint,
  // MSG-6: what comes live before the page is whole makes it catch up.
  liveEventOf: (name, data) => later?.liveEventOf(store.kinds, name, data) ?? { type: "sync/asked" },
};
for (const runners of runnersOf(firstParts, outside)) store.perform(runners);

/** Slices that come later, however long their code does not load. */
async function loadParts(load: () => Promise<readonly AnyPart[]>): Promise<readonly AnyPart[]> {
  try {
    return await loadCode(load);
  } catch (error) {
    warn("Slices did not load.", error);
    return loadParts(load);
  }
}

const addParts = (parts: readonly AnyPart[]): void => store.addParts(parts, runnersOf(parts, outside));

async function when(isDue: (state: AppState) => boolean): Promise<void> {
  if (isDue(store.getState())) return;
  await new Promise<void>((resolve) => {
    const stop = store.subscribe((state) => {
      if (!isDue(state)) return;
      stop();
      resolve();
    });
  });
}

/** What the room list can do without, then what an open conversation can do without (PERF-1a, PERF-1c). */
async function addLaterParts(): Promise<void> {
  await when(areLaterPartsDue);
  addParts(
    await loadParts(async () => {
      ({ laterCode: later } = await import("./later-parts.ts"));
      return later.parts;
    }),
  );
  await when(areLastPartsDue);
  addParts(await loadParts(async () => (await import("./last-parts.ts")).lastParts));
}
void addLaterParts();
if (isInFrame())
  void loadParts(async () => [(await import("./embed/embed-part.ts")).embedPart]).then((parts) => addParts(parts));

/** REP-1: nothing of it is loaded where the server names nobody to report to. */
async function reportOnceKnown(): Promise<void> {
  await when(({ settings }) => settings !== null);
  if (store.getState().settings?.sentryDsn === null) return;
  const { reportErrors } = await loadCode(() => import("./error-reports/report-errors.ts"));
  reportErrors(store, errors, clock);
}
reportOnceKnown().catch((error: unknown) => warn("Errors are not reported.", error));

onAddressChange((address) => store.dispatch({ type: "address/arrived", ...address }));
onSessionElsewhere((session) =>
  store.dispatch(session ? { type: "session/begun-elsewhere", ...session } : { type: "session/ended-elsewhere" }),
);
store.dispatch({ type: "settings/asked" });
awaitInstallOffer();
const session = storedSession();
if (session) store.dispatch({ type: "session/restored", ...session });
else {
  // SW-1f: a session that ended while no page was open.
  deleteDatabases([copiesDatabase]);
  void import("./sign-in/sign-in-screen.tsx").catch((error: unknown) =>
    warn("The sign-in screen did not load.", error),
  );
}
store.dispatch({ type: "address/arrived", ...currentAddress() });

const fronts = [...firstParts, ...laterFronts, ...lastFronts];
const loadWords = createWordLoader(fronts.flatMap(({ words }) => words ?? []));
// WEB-9: the other language too is there without a network.
for (const each of ["ro", "en"] as const) lateCode(() => loadWords(each));
const commands = commandsOf(fronts, store.dispatch);
// The words first: the first paint is the page itself, not a flash of nothing.
void loadWords(language).finally(() => {
  const onCaughtError = (error: unknown): void => noteFailure("A component could not be drawn.", error);
  const app = mountPoint();
  showShellBetweenScreens(app);
  createRoot(app, { onCaughtError }).render(
    <AppContext value={{ store, commands, loadWords }}>
      <App />
    </AppContext>,
  );
  // SW-1: not before the page's own first requests. EMB-5e: a frame leaves the device alone.
  if (isInFrame()) return;
  whenIdle(
    () =>
      void registerWorker((error) => {
        errors.note(error);
        store.dispatch(workerFailed);
      }),
  );
});
