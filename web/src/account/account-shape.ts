import type { LanguageCode } from "@cuplaj/protocol/participant.ts";
import type { CallError, Me } from "../state/entities.ts";
import type { Nothing } from "../state/shape.ts";

declare module "../state/shape.ts" {
  interface AppState extends AccountState {}
  interface AppEvents extends AccountEvents {}
  interface AppEffects extends AccountEffects {}
  interface Commands extends AccountCommands {}
}

/** A sign-in of the person's own that goes on (ACC-3); times are ISO 8601. */
export interface OwnDevice {
  readonly id: number;
  readonly userAgent: string | null;
  readonly lastUsedAt: string;
  readonly isCurrent: boolean;
  /** Its sign-out, asked for here. */
  readonly ending?: "busy" | CallError;
}

export interface AccountState {
  readonly passwordChange: {
    readonly phase: "idle" | "busy" | "failed" | "done";
    readonly error: CallError | null;
  };
  readonly devices: {
    readonly phase: "loading" | "ready" | "failed";
    readonly list: readonly OwnDevice[];
    readonly error: CallError | null;
  };
  /** The language on its way to the server. */
  readonly savingLanguage: LanguageCode | null;
  /** Whether the language was chosen on this page before signing in: it wins over the saved one (ACC-2). */
  readonly isLanguageChosen: boolean;
}

export interface AccountEvents {
  /** Somebody looks at their account. */
  "account/opened": Nothing;
  "account/password-asked": { readonly current: string; readonly password: string };
  "account/password-changed": Nothing;
  "account/password-failed": { readonly error: CallError };
  "account/devices-asked": Nothing;
  "account/devices-loaded": { readonly devices: readonly OwnDevice[] };
  "account/devices-failed": { readonly error: CallError };
  "account/device-end-asked": { readonly id: number };
  "account/device-ended": { readonly id: number };
  "account/device-end-failed": { readonly id: number; readonly error: CallError };
  "account/language-saved": { readonly me: Me };
  "account/language-failed": { readonly error: CallError };
}

export interface AccountEffects {
  "call-change-password": { readonly current: string; readonly password: string };
  "call-devices": Nothing;
  "call-sign-out-device": { readonly id: number };
  "call-change-language": { readonly language: LanguageCode };
}

export interface AccountCommands {
  readonly openAccount: () => void;
  readonly changePassword: (current: string, password: string) => void;
  readonly loadDevices: () => void;
  /** Signs out one of the person's other devices. */
  readonly signOutDevice: (id: number) => void;
}
