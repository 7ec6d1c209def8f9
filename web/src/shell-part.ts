import type { ApiClient } from "./api/api-client.ts";
import { meFromWire, settingsFromWire } from "./api/from-wire.ts";
import { keepLanguage } from "./language/kept-language.ts";
import { deleteDrafts } from "./drafts/stored-drafts.ts";
import { goToAddress } from "./platform/address.ts";
import type { Clock } from "./platform/clock.ts";
import { createKeyedTimers } from "./platform/keyed-timers.ts";
import { showLanguage, showTheme, showUnread } from "./platform/page.ts";
import { shellHandlers } from "./shell-handlers.ts";
import { forgetSession, keepDoor, keepSession } from "./sign-in/kept-session.ts";
import { notBefore } from "./state/ask-to-sync.ts";
import type { ShellRunners } from "./state/run-effects.ts";
import type { ChatStore, Part } from "./state/store.ts";
import { keepTheme } from "./theme/kept-theme.ts";

/** How long to wait before asking for the settings again when they did not come, ms. */
const settingsRetryMs = 2000;
/** The same before signing out again where the server says that one asks too often, ms. */
const signOutRetryMs = 1000;

/** What the shell's effects work with. */
export interface ShellSetup {
  readonly store: ChatStore;
  readonly api: ApiClient;
  readonly clock: Clock;
  /** Loads and starts the chat's own code. */
  readonly loadChat: () => void;
}

/** The part of the application that runs from the first paint on: signing in, addresses, alerts, language, theme. */
export function shellPart(setup: ShellSetup): Part {
  return { handlers: shellHandlers, runners: { ...pageRunners(setup), ...callRunners(setup) }, follow: () => [] };
}

type CallRunners = "call-settings" | "call-sign-in" | "call-sign-out" | "call-me";

function pageRunners({ store, clock, loadChat }: ShellSetup): Omit<ShellRunners, CallRunners> {
  const timers = createKeyedTimers(clock);
  return {
    navigate: ({ to, replace }) => goToAddress(to, replace),
    "dispatch-later": ({ key, delayMs, event }) => timers.start(key, delayMs, () => store.dispatch(event)),
    "cancel-later": ({ key }) => timers.cancel(key),
    "cancel-all-later": () => timers.cancelAll(),
    "keep-session": ({ token, me }) => keepSession(token, me),
    "forget-session": () => forgetSession(),
    "delete-drafts": ({ owner }) => deleteDrafts(owner),
    "keep-language": ({ language }) => {
      keepLanguage(language);
      showLanguage(language);
    },
    "keep-theme": ({ theme }) => {
      keepTheme(theme);
      showTheme(theme);
    },
    "keep-door": ({ door }) => keepDoor(door),
    "load-chat": () => loadChat(),
    "show-unread": ({ total }) => showUnread(total),
  };
}

function callRunners({ store, api, clock }: ShellSetup): Pick<ShellRunners, CallRunners> {
  async function loadSettings(): Promise<void> {
    const result = await api.call("settings");
    if (result.ok) store.dispatch({ type: "settings/loaded", settings: settingsFromWire(result.value) });
    else clock.later(notBefore(result.error, settingsRetryMs), () => void loadSettings());
  }

  async function signIn(door: "login" | "erpLogin", username: string, password: string): Promise<void> {
    const result = await api.call(door, { body: { username, password } });
    store.dispatch(
      result.ok
        ? { type: "sign-in/accepted", token: result.value.token, me: meFromWire(result.value.user) }
        : { type: "sign-in/refused", error: result.error },
    );
  }

  async function loadMe(): Promise<void> {
    const result = await api.call("me");
    if (result.ok) store.dispatch({ type: "session/me-loaded", me: meFromWire(result.value.user) });
  }

  // SIGN-2: 401 means already signed out, and nothing here waits for the answer. A token that is left only because one asked
  // too often in the moment before would be good for another month.
  async function signOut(token: string): Promise<void> {
    const result = await api.callAs(token, "logout");
    if (!result.ok && result.error.code === "too_many_requests")
      clock.later(notBefore(result.error, signOutRetryMs), () => void signOut(token));
  }

  return {
    "call-settings": () => void loadSettings(),
    "call-sign-in": ({ door, username, password }) =>
      void signIn(door === "erp" ? "erpLogin" : "login", username, password),
    "call-sign-out": ({ token }) => void signOut(token),
    "call-me": () => void loadMe(),
  };
}
