import { createRoot } from "react-dom/client";
import { createApiClient, settleIn } from "./api/api-client.ts";
import { App, loadScreen } from "./screens/app.tsx";
import { createWordLoader } from "./language/load-words.ts";
import { storedLanguage } from "./language/language-part.ts";
import { storedRoomListCompact, storedRoomListVisible } from "./navigation/navigation-part.ts";
import { RoomPane } from "./conversation/late-room-pane.ts";
import { type Outside, performLate, runnersOf } from "./state/part.ts";
import { parts, patientEffects } from "./parts.ts";
import {
  afterFrames,
  endArrival,
  mountPoint,
  newId,
  random,
  showLanguage,
  showShellBetweenScreens,
  showTheme,
  isInFrame,
} from "./platform/page/page.ts";
import { dropFirstCalls, sendHttp } from "./platform/http.ts";
import { currentAddress, onAddressChange } from "./platform/page/page-history.ts";
import { systemClock as clock, timestampOf } from "./platform/clock.ts";
import { focusNothingUntilEntered } from "./platform/input/early-key.ts";
import { registerWorker } from "./platform/tabs/app-worker.ts";
import { awaitInstallOffer } from "./platform/page/install-offer.ts";
import { keepPageErrors } from "./platform/noted-errors.ts";
import { announceMissingBy, lateCode, loadAlongBy, loadCode, whenIdle } from "./platform/late-component.ts";
import { warn } from "./platform/log.ts";
import { copiesDatabase, deleteDatabases } from "./platform/storage/device-databases.ts";
import { onResumeHint } from "./platform/page/window-attention.ts";
import { probeWhenSlow } from "./realtime/realtime-part.ts";
import { onSessionElsewhere, storedRealm, storedSession } from "./api/stored-session.ts";
import { createAppStore } from "./state/store.ts";
import { AppContext } from "./state/app-context.ts";
import { isShown, ownerOf, tokenOf } from "./state/selectors.ts";
import type { Words } from "./state/shape.ts";
import { liveEventOf } from "./sync/logged-events.ts";
import { storedTheme } from "./design/theme/theme-part.ts";

// EMB-5c: must run before anything takes the focus.
if (isInFrame()) focusNothingUntilEntered();
const errors = keepPageErrors();
const language = storedLanguage();
const theme = storedTheme();
showLanguage(language);
showTheme(theme);

const store = createAppStore({
  parts,
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
function noteFailure(sentence: string, error: unknown): void {
  warn(sentence, error);
  errors.note(error);
}
const api = createApiClient({
  send: sendHttp,
  token: () => tokenOf(store.getState()),
  language: () => store.getState().language,
  onRejected: (token) => store.dispatch({ type: "session/rejected", token }),
  onStorageTrouble: (trouble) => store.dispatch({ type: "files/storage-known", trouble }),
  onCall: probeWhenSlow(clock, () => store.dispatch({ type: "connection/probe-asked" })),
});
const loadWords = createWordLoader();
announceMissingBy(() => {
  const text = { kind: "key", key: "alerts.codeMissing" } as const;
  store.dispatch({ type: "alerts/raised", alertType: "danger", text });
});
const outside: Outside = {
  store,
  api,
  clock,
  random,
  settle: settleIn(store),
  loadWords,
  onResumeHint,
  liveEventOf: (name, data) => liveEventOf(store.kinds, name, data),
};
for (const runners of runnersOf(parts, outside)) store.perform(runners);
const loadLate = performLate(outside, () => import("./late-runners.ts"), patientEffects);

loadAlongBy((upTo) =>
  Promise.all([loadWords(store.getState().language, upTo), ...(upTo === "late" ? [loadLate()] : [])]),
);

/** REP-1: loads nothing unless the server names a receiver for reports. */
const stopAwaiting = store.subscribe(({ settings }) => {
  if (settings === null) return;
  stopAwaiting();
  if (settings.sentryDsn === null) return;
  loadCode(() => import("./error-reports/report-errors.ts")).then(
    ({ reportErrors }) => reportErrors(store, errors, clock),
    (error: unknown) => warn("Errors are not reported.", error),
  );
});

onAddressChange((address) => store.dispatch({ type: "address/arrived", ...address }));
onSessionElsewhere((session) =>
  store.dispatch(session ? { type: "session/begun-elsewhere", ...session } : { type: "session/ended-elsewhere" }),
);
store.dispatch({ type: "settings/asked" });
awaitInstallOffer();
const session = storedSession();
if (session) store.dispatch({ type: "session/restored", ...session });
// SW-1f: the session may have ended while no page was open.
else deleteDatabases([copiesDatabase]);
store.dispatch({ type: "address/arrived", ...currentAddress() });
const { route } = store.getState();
const roomCode = ["view", "join", "request"].includes(route.kind) ? RoomPane.preload() : Promise.resolve();

// WEB-9: the other language must work offline too.
for (const each of ["ro", "en"] as const) lateCode(() => loadWords(each));
const app = mountPoint();
showShellBetweenScreens(app);

function draw(words: Words): void {
  const onCaughtError = (error: unknown): void => noteFailure("A component could not be drawn.", error);
  createRoot(app, { onCaughtError }).render(
    <AppContext value={{ store, loadWords }}>
      <App words={{ language, words }} />
    </AppContext>,
  );
  void roomCode.then(() => whenShown(beginRest));
}
// PERF-1j: loads the words and the screen first; otherwise the first render would come late and in pieces.
Promise.all([
  loadCode(() => loadWords(language, "first"), Number.POSITIVE_INFINITY),
  loadScreen(store.getState()),
]).then(
  ([words]) => draw(words),
  (error: unknown) => noteFailure("The page could not be drawn.", error),
);

/** PERF-1i: delays other work until the requested content is visible. */
function whenShown(work: () => void): void {
  const stop = store.subscribe(look);
  look();
  function look(): void {
    const state = store.getState();
    if (ownerOf(state) !== null && !isShown(state)) return;
    stop();
    afterFrames(2, work);
  }
}

function beginRest(): void {
  endArrival();
  dropFirstCalls();
  // EMB-5h: a framed page registers no worker.
  if (!isInFrame()) whenIdle(() => void registerWorker(noteWorkerFailure));
}
function noteWorkerFailure(error: unknown): void {
  errors.note(error);
  const text = { kind: "key", key: "alerts.workerFailed", details: "registerSW error" } as const;
  store.dispatch({ type: "alerts/raised", alertType: "danger", text });
}
