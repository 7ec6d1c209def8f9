import type { PublicSettings } from "@cuplaj/protocol/public-settings.ts";
import { retryDelayMs } from "../state/retries/retry-delay.ts";
import type { Outside, Part } from "../state/part.ts";
import { changed, type Change, type Context } from "../state/transition.ts";
import type { LanguageCode } from "@cuplaj/protocol/participant.ts";
import type { AppState, Nothing, Runners } from "../state/shape.ts";
import type { OpeningHours } from "../state/opening-hours.ts";
import { parseTimestamp } from "../platform/clock.ts";

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
  readonly hours: OpeningHours;
  readonly demoAccounts: readonly { readonly username: string; readonly name: string; readonly kind: string }[];
}

export interface SettingsState {
  readonly settings: Settings | null;
  /** Ms since the epoch. */
  readonly settingsAskedAt: number;
}

export interface SettingsEvents {
  "settings/asked": Nothing;
  "settings/loaded": { readonly settings: Settings };
}

export interface SettingsEffects {
  "call-settings": Nothing;
}

export const settingsPart: Part<SettingsState, SettingsEvents, SettingsEffects> = {
  initial: { settings: null, settingsAskedAt: 0 },
  isOfPage: true,
  handlers: {
    "settings/asked": (state, _event, context) => ask(state, context),
    "settings/loaded": (state, { settings }) => changed({ ...state, settings }),
    // HOURS-6: the hours may have changed, and their spans reach only two weeks ahead.
    "connection/connected": (state, _event, context) =>
      state.connection.phase === "offline" ? ask(state, context) : changed(state),
    "sync/heads-received": (state, _event, context) =>
      context.now - state.settingsAskedAt < dayMs ? changed(state) : ask(state, context),
  },
  run: settingsCalls,
};

const dayMs = 86_400_000;

const ask = (state: AppState, { now }: Context): Change =>
  changed({ ...state, settingsAskedAt: now }, [{ type: "call-settings" }]);

/** Retries forever, since no page works without settings. Any response ends a wait for the next attempt. */
function settingsCalls({ api, store, clock, random }: Outside): Runners<"call-settings"> {
  let stopWaiting = (): void => undefined;
  async function load(failures: number): Promise<void> {
    const result = await api.call("settings");
    stopWaiting();
    if (result.ok) store.dispatch({ type: "settings/loaded", settings: settingsFromWire(result.value) });
    else stopWaiting = clock.later(retryDelayMs(failures, random(), result.error), () => void load(failures + 1));
  }
  return { "call-settings": () => void load(0) };
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
    hours: hoursFromWire(wire.hours),
    demoAccounts,
  };
}

const hoursFromWire = ({ text, spans, next_open }: PublicSettings["hours"]): OpeningHours => ({
  text,
  nextOpen: next_open === null ? null : parseTimestamp(next_open),
  spans: spans?.map(({ from, to }) => [parseTimestamp(from), parseTimestamp(to)] as const) ?? null,
});
