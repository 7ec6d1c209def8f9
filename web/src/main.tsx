import { createRoot } from "react-dom/client";
import { createApiClient } from "./api/api-client.ts";
import { App } from "./app.tsx";
import { keptLanguage } from "./language/kept-language.ts";
import { loadWords } from "./language/load-words.ts";
import { currentAddress, onAddressChange } from "./platform/address.ts";
import { systemClock as clock, timestampOf } from "./platform/clock.ts";
import { sendHttp } from "./platform/http.ts";
import { warn } from "./platform/log.ts";
import { mountPoint, newId, random, showLanguage, showTheme } from "./platform/page.ts";
import { probeWhenSlow } from "./realtime/probe-when-slow.ts";
import { shellPart } from "./shell-part.ts";
import { keptDoor, keptSession, onSessionElsewhere } from "./sign-in/kept-session.ts";
import { createCommands } from "./state/commands.ts";
import { initialState } from "./state/initial-state.ts";
import { createChatStore } from "./state/store.ts";
import { ChatContext } from "./state/use-chat.ts";
import { keptTheme } from "./theme/kept-theme.ts";

const language = keptLanguage();
const theme = keptTheme();
showLanguage(language);
showTheme(theme);

const store = createChatStore({
  initial: initialState({ language, theme, door: keptDoor(import.meta.env["VITE_ERP"] === "1") }),
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

let chat: Promise<{ readonly startChat: () => void }> | null = null;

/** Loads the chat's code once, and again only when that failed; then starts it for whoever is signed in. */
async function loadChat(): Promise<void> {
  chat ??= import("./chat-part.ts").then(({ addChat }) => addChat({ store, api, clock, random }));
  try {
    (await chat).startChat();
  } catch (error) {
    warn("The chat's code could not be loaded.", error);
    chat = null;
    clock.later(2000, () => void loadChat());
  }
}

store.add(shellPart({ store, api, clock, loadChat: () => void loadChat() }));
onAddressChange((address) => store.dispatch({ type: "address/arrived", ...address }));
onSessionElsewhere((session) =>
  store.dispatch(session ? { type: "session/begun-elsewhere", ...session } : { type: "session/ended-elsewhere" }),
);
store.dispatch({ type: "settings/asked" });
const kept = keptSession();
if (kept) store.dispatch({ type: "session/restored", ...kept });
else
  void import("./sign-in/sign-in-screen.tsx").catch((error: unknown) =>
    warn("The sign-in screen did not load.", error),
  );
store.dispatch({ type: "address/arrived", ...currentAddress() });

// The words first: the first paint is the page itself, not a flash of nothing.
void loadWords(language).finally(() => {
  createRoot(mountPoint()).render(
    <ChatContext value={{ store, commands: createCommands(store) }}>
      <App />
    </ChatContext>,
  );
});
