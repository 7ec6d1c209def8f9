import { isOffline, isSamePerson, me } from "../state/selectors.ts";
import { retryLater, withoutFailure, underWay } from "../state/retries/retries-state.ts";
import { type CallError, offlineError, type Me } from "../state/entities.ts";
import type { AppState, Nothing, Effect } from "../state/shape.ts";
import { changed, type Change, type Handlers, type IsDue, andThen } from "../state/transition.ts";
import type { LanguageCode } from "@cuplaj/protocol/participant.ts";
import type { Part } from "../state/part.ts";

declare module "../state/shape.ts" {
  interface AppState extends AccountState {}
  interface AppEvents extends AccountEvents {}
  interface AppEffects extends AccountEffects {}
}

export interface OwnDevice {
  readonly id: number;
  readonly userAgent: string | null;
  readonly lastUsedAt: string;
  readonly isCurrent: boolean;
  readonly ending?: "busy" | CallError;
}

interface AccountState {
  readonly passwordChange: { readonly phase: "idle" | "busy" | "failed" | "done"; readonly error: CallError | null };
  readonly devices: {
    readonly phase: "loading" | "ready" | "failed";
    readonly list: readonly OwnDevice[];
    readonly error: CallError | null;
  };
  readonly savingLanguage: LanguageCode | null;
  /** Whether the language was chosen on this page before signing in. If so, it replaces the saved one (ACC-2). */
  readonly isLanguageChosen: boolean;
}

interface AccountEvents {
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

const devicesKey = "account.devices";

const accountHandlers: Handlers<Exclude<keyof AccountEvents, `account/language-${string}`>> = {
  "account/opened": (state) => loadDevices({ ...state, passwordChange: { phase: "idle", error: null } }),

  "account/password-asked": (state, { current, password }) => {
    if (state.passwordChange.phase === "busy") return changed(state);
    if (isOffline(state)) return withPassword(state, "failed", offlineError);
    return changed({ ...state, passwordChange: { phase: "busy", error: null } }, [
      { type: "call-change-password", current, password },
    ]);
  },
  "account/password-changed": (state) => {
    const loading = loadDevices({ ...state, passwordChange: { phase: "done", error: null } });
    // SIGN-6: `me` includes whether the password is temporary, so it is reloaded.
    return changed(loading.state, [...loading.effects, { type: "call-me" }]);
  },
  "account/password-failed": (state, { error }) => withPassword(state, "failed", error),

  "account/devices-asked": loadDevices,
  "account/devices-loaded": (state, { devices }) =>
    changed({ ...withoutFailure(state, devicesKey), devices: { phase: "ready", list: devices, error: null } }),
  "account/devices-failed": (state, { error }, context) =>
    retryLater({ ...state, devices: { ...state.devices, phase: "failed", error } }, devicesKey, error, context),

  "account/device-end-asked": (state, { id }) => {
    const device = state.devices.list.find((each) => each.id === id);
    if (!device || device.isCurrent || device.ending === "busy") return changed(state);
    if (isOffline(state)) return withEnding(state, id, offlineError);
    return changed(withEnding(state, id, "busy").state, [{ type: "call-sign-out-device", id }]);
  },
  "account/device-ended": without,
  "account/device-end-failed": (state, { id, error }) =>
    error.code === "not_found" ? without(state, { id }) : withEnding(state, id, error),
};

const retryDevices = (state: AppState, isDue: IsDue): Change =>
  state.devices.phase === "failed" && isDue(devicesKey) ? loadDevices(state) : changed(state);

function loadDevices(state: AppState): Change {
  const devices = { ...state.devices, phase: "loading", error: null } as const;
  return changed({ ...state, devices }, [{ type: "call-devices" }]);
}

const withPassword = (state: AppState, phase: AppState["passwordChange"]["phase"], error: CallError): Change =>
  changed({ ...state, passwordChange: { phase, error } });

function without(state: AppState, { id }: { readonly id: number }): Change {
  const list = state.devices.list.filter((device) => device.id !== id);
  return changed({ ...state, devices: { ...state.devices, list } });
}

function withEnding(state: AppState, id: number, ending: NonNullable<OwnDevice["ending"]>): Change {
  const list = state.devices.list.map((device) => (device.id === id ? { ...device, ending } : device));
  return changed({ ...state, devices: { ...state.devices, list } });
}

const failureKey = "account.language";

/** ACC-2: the language chosen last applies on all devices. A choice made here is saved, with retries; a choice made on another device is applied. */
const languageHandlers: Handlers<
  | "language/chosen"
  | "sign-in/accepted"
  | `session/${"restored" | "begun-elsewhere"}`
  | `account/language-${"saved" | "failed"}`
> = {
  "language/chosen": (state) => (me(state) === null ? changed({ ...state, isLanguageChosen: true }) : save(state)),

  "sign-in/accepted": (state) => {
    const begun = { ...state, isLanguageChosen: false };
    return state.isLanguageChosen ? save(begun) : changed(begun, adoption(state));
  },
  "session/begun-elsewhere": (state) => changed({ ...state, isLanguageChosen: false }, adoption(state)),
  // An earlier visit may have failed to save its choice.
  "session/restored": save,

  "account/language-saved": (before, { me: self }) => {
    const state = withoutFailure(before, failureKey);
    const loaded: Effect = { type: "dispatch", event: { type: "session/me-loaded", me: self } };
    const { language } = state;
    return self.locale === language
      ? changed({ ...state, savingLanguage: null }, [loaded])
      : changed({ ...state, savingLanguage: language }, [loaded, { type: "call-change-language", language }]);
  },
  "account/language-failed": (state, { error }, context) =>
    retryLater({ ...state, savingLanguage: null }, failureKey, error, context),
};

const retryLanguage = (state: AppState, isDue: IsDue): Change =>
  isDue(failureKey) ? save(underWay(state, failureKey)) : changed(state);

/** Applies a language chosen on another device, unless a choice made here is still unsaved. */
function followLanguage(before: AppState, after: AppState): readonly Effect[] {
  const [was, is] = [me(before), me(after)];
  if (!was || !is || !isSamePerson(was, is)) return [];
  if (was.locale === is.locale) return was.due === is.due ? [] : [saveEffect(after.language)];
  return was.locale === before.language && after.savingLanguage === null ? adoption(after) : [];
}

const saveEffect = (language: LanguageCode): Effect => ({
  type: "dispatch",
  event: { type: "language/chosen", language },
});

function adoption(state: AppState): readonly Effect[] {
  const self = me(state);
  return self && self.locale !== state.language ? [saveEffect(self.locale)] : [];
}

function save(state: AppState): Change {
  const { language, savingLanguage } = state;
  const self = me(state);
  return self && self.locale !== language && savingLanguage === null && !self.due
    ? changed({ ...state, savingLanguage: language }, [{ type: "call-change-language", language }])
    : changed(state);
}

export const accountPart: Part<AccountState, AccountEvents, AccountEffects> = {
  initial: {
    passwordChange: { phase: "idle", error: null },
    devices: { phase: "loading", list: [], error: null },
    ...{ savingLanguage: null, isLanguageChosen: false },
  },
  handlers: { ...accountHandlers, ...languageHandlers },
  follow: followLanguage,
  retry: (state, isDue) => andThen(retryDevices(state, isDue), (next) => retryLanguage(next, isDue)),
};
