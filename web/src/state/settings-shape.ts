import type { LanguageCode } from "@cuplaj/protocol/participant.ts";
import type { Nothing } from "./shape.ts";

declare module "./shape.ts" {
  interface AppState extends SettingsState {}
  interface AppEvents extends SettingsEvents {}
  interface AppEffects extends SettingsEffects {}
}

/** What the page knows before any sign-in. */
export interface Settings {
  readonly version: string;
  readonly pusherKey: string;
  readonly wssPort: number | null;
  /** Longest file that the server takes (MSG-3). */
  readonly uploadBytesMax: number;
  /** REP-1: null where no errors are reported. */
  readonly sentryDsn: string | null;
  /** With it this browser subscribes to pushes (PUSH-1); empty where the server has none. */
  readonly vapidPublicKey: string;
  /** WEB-7: who makes accounts here. */
  readonly registerText: Readonly<Record<LanguageCode, string>>;
  /** WEB-7: what to do without the password; empty where the server does not say. */
  readonly forgottenText: Readonly<Record<LanguageCode, string>>;
  /** Whose pages may show ours in a frame (EMB-1). */
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
