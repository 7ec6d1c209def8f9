import type { PublicSettings } from "@cuplaj/protocol/public-settings.ts";
import { retryDelayMs } from "../state/retries/retry-delay.ts";
import type { Outside, Part } from "../state/part.ts";
import { changed } from "../state/transition.ts";
import type { LanguageCode } from "@cuplaj/protocol/participant.ts";
import type { Nothing } from "../state/shape.ts";

declare module "../state/shape.ts" {
  interface AppState extends SettingsState {}
  interface AppEvents extends SettingsEvents {}
  interface AppEffects extends SettingsEffects {}
}

interface Settings {
  readonly version: string;
  readonly pusherKey: string;
  readonly wssPort: number | null;
  readonly uploadBytesMax: number;
  /** REP-1: null if errors are not reported. */
  readonly sentryDsn: string | null;
  readonly vapidPublicKey: string;
  readonly registerText: Readonly<Record<LanguageCode, string>>;
  readonly forgottenText: Readonly<Record<LanguageCode, string>>;
  readonly embedOrigins: readonly string[];
  readonly demoAccounts: readonly { readonly username: string; readonly name: string; readonly kind: string }[];
}

export interface SettingsState {
  readonly settings: Settings | null;
}

export interface SettingsEvents {
  "settings/asked": Nothing;
  "settings/loaded": { readonly settings: Settings };
}

export interface SettingsEffects {
  "call-settings": Nothing;
}

export const settingsPart: Part<SettingsState, SettingsEvents, SettingsEffects> = {
  initial: { settings: null },
  isOfPage: true,
  handlers: {
    "settings/asked": (state) => changed(state, [{ type: "call-settings" }]),
    "settings/loaded": (state, { settings }) => changed({ ...state, settings }),
  },
  run: (outside) => ({ "call-settings": () => void loadSettings(outside) }),
};

/** Retries forever, since no page works without settings. */
async function loadSettings(outside: Outside, failures = 0): Promise<void> {
  const { api, store, clock, random } = outside;
  const result = await api.call("settings");
  if (result.ok) store.dispatch({ type: "settings/loaded", settings: settingsFromWire(result.value) });
  else clock.later(retryDelayMs(failures, random(), result.error), () => void loadSettings(outside, failures + 1));
}

export function settingsFromWire(wire: PublicSettings): Settings {
  const { version, pusher_key, wss_port, register_text, forgotten_password_text, demo_accounts } = wire;
  const demoAccounts = demo_accounts.map(({ username, name, type }) => ({ username, name, kind: type }));
  return {
    version,
    pusherKey: pusher_key,
    wssPort: wss_port,
    uploadBytesMax: wire.upload_bytes_max,
    sentryDsn: wire.sentry_dsn,
    vapidPublicKey: wire.vapid_public_key,
    registerText: register_text,
    forgottenText: forgotten_password_text,
    embedOrigins: wire.embed_origins,
    demoAccounts,
  };
}
