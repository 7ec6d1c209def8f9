import { createRoot } from "react-dom/client";
import { createApiClient } from "./api/api-client.ts";
import { settleIn } from "./api/settle.ts";
import { App } from "./app.tsx";
import { createWordLoader } from "./language/load-words.ts";
import { storedLanguage } from "./language/stored-language.ts";
import { storedRoomListVisible } from "./navigation/stored-room-list.ts";
import { commandsOf, type Outside } from "./part.ts";
import { parts } from "./parts.ts";
import { currentAddress, onAddressChange } from "./platform/address.ts";
import { systemClock as clock, timestampOf } from "./platform/clock.ts";
import { sendHttp } from "./platform/http.ts";
import { warn } from "./platform/log.ts";
import { mountPoint, newId, random, showLanguage, showTheme } from "./platform/page.ts";
import { onResumeHint } from "./platform/window-attention.ts";
import { probeWhenSlow } from "./realtime/probe-when-slow.ts";
import { onSessionElsewhere, storedRealm, storedSession } from "./sign-in/stored-session.ts";
import { createAppStore } from "./state/store.ts";
import { AppContext } from "./state/app-context.ts";
import { liveEventOf } from "./sync/live-events.ts";
import { storedTheme } from "./theme/stored-theme.ts";

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
    signIn: { realm: storedRealm(import.meta.env["VITE_ERP"] === "1"), phase: "idle", error: null },
  },
  context: () => ({ now: clock.now(), timestamp: timestampOf(clock.now()), newId }),
  report: (error) => warn("An effect failed.", error),
});
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
const outside: Outside = {
  store,
  api,
  clock,
  random,
  settle: settleIn(store),
  onResumeHint,
  liveEventOf: (name, data) => liveEventOf(store.kinds, name, data),
};
for (const { run } of parts) if (run) store.perform(run(outside));

onAddressChange((address) => store.dispatch({ type: "address/arrived", ...address }));
onSessionElsewhere((session) =>
  store.dispatch(session ? { type: "session/begun-elsewhere", ...session } : { type: "session/ended-elsewhere" }),
);
store.dispatch({ type: "settings/asked" });
const session = storedSession();
if (session) store.dispatch({ type: "session/restored", ...session });
else
  void import("./sign-in/sign-in-screen.tsx").catch((error: unknown) =>
    warn("The sign-in screen did not load.", error),
  );
store.dispatch({ type: "address/arrived", ...currentAddress() });

const loadWords = createWordLoader(parts.flatMap(({ words }) => words ?? []));
const commands = commandsOf(parts, store.dispatch);
// The words first: the first paint is the page itself, not a flash of nothing.
void loadWords(language).finally(() => {
  createRoot(mountPoint()).render(
    <AppContext value={{ store, commands, loadWords }}>
      <App />
    </AppContext>,
  );
});
