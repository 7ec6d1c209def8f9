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

interface AccountState {
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

interface AccountEvents {
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

interface AccountCommands {
  readonly openAccount: () => void;
  readonly changePassword: (current: string, password: string) => void;
  readonly loadDevices: () => void;
  /** Signs out one of the person's other devices. */
  readonly signOutDevice: (id: number) => void;
}

/** The key of a failure to load the devices (SYNC-8a). */
const devicesKey = "account.devices";

/** The own password (ACC-1) and devices (ACC-3). */
const accountHandlers: Handlers<Exclude<keyof AccountEvents, `account/language-${string}`>> = {
  "account/opened": (state) => loadDevices({ ...state, passwordChange: { phase: "idle", error: null } }),

  "account/password-asked": (state, { current, password }) => {
    if (state.passwordChange.phase === "busy") return changed(state);
    // Nothing is queued: what cannot leave now is refused now.
    if (isOffline(state)) return withPassword(state, "failed", offlineError);
    return changed({ ...state, passwordChange: { phase: "busy", error: null } }, [
      { type: "call-change-password", current, password },
    ]);
  },
  // It has signed out all other devices.
  "account/password-changed": (state) => {
    const loading = loadDevices({ ...state, passwordChange: { phase: "done", error: null } });
    // SIGN-6: whether it was a temporary one is known by `me`.
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
  // It has signed out by itself.
  "account/device-end-failed": (state, { id, error }) =>
    error.code === "not_found" ? without(state, { id }) : withEnding(state, id, error),
};

/** SYNC-8a: loads the devices again. */
const retryDevices = (state: AppState, isDue: IsDue): Change =>
  state.devices.phase === "failed" && isDue(devicesKey) ? loadDevices(state) : changed(state);

function loadDevices(state: AppState): Change {
  return changed({ ...state, devices: { ...state.devices, phase: "loading", error: null } }, [
    { type: "call-devices" },
  ]);
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

/** The key of a failure to save the language (SYNC-8a). */
const failureKey = "account.language";

/**
 * ACC-2: the language that was chosen last holds on all of a person's devices. A choice made here is saved on the server until that
 * has worked; one made elsewhere is followed. On signing in the saved one holds, unless another was chosen on this very page before.
 */
const languageHandlers: Handlers<
  | "language/chosen"
  | "sign-in/accepted"
  | "session/restored"
  | "session/begun-elsewhere"
  | "account/language-saved"
  | "account/language-failed"
> = {
  "language/chosen": (state) => (me(state) === null ? changed({ ...state, isLanguageChosen: true }) : save(state)),

  "sign-in/accepted": (state) => {
    const begun = { ...state, isLanguageChosen: false };
    return state.isLanguageChosen ? save(begun) : changed(begun, adoption(state));
  },
  "session/begun-elsewhere": (state) => changed({ ...state, isLanguageChosen: false }, adoption(state)),
  // A choice that an earlier visit could not save.
  "session/restored": save,

  "account/language-saved": (before, { me: self }) => {
    const state = withoutFailure(before, failureKey);
    const loaded: Effect = { type: "dispatch", event: { type: "session/me-loaded", me: self } };
    const isNewest = self.locale === state.language;
    const savingLanguage = isNewest ? null : state.language;
    const again: readonly Effect[] = isNewest ? [] : [{ type: "call-change-language", language: state.language }];
    return changed({ ...state, savingLanguage }, [loaded, ...again]);
  },
  "account/language-failed": (state, { error }, context) =>
    retryLater({ ...state, savingLanguage: null }, failureKey, error, context),
};

/** SYNC-8a: saves the language again. */
const retryLanguage = (state: AppState, isDue: IsDue): Change =>
  isDue(failureKey) ? save(underWay(state, failureKey)) : changed(state);

/** Notices that another language was saved by another device, unless one that was chosen here is not saved yet. */
function followLanguage(before: AppState, after: AppState): readonly Effect[] {
  const [was, is] = [me(before), me(after)];
  if (!was || !is || !isSamePerson(was, is)) return [];
  // ACC-2a: what was chosen before the sign-in was complete.
  if (was.locale === is.locale) return was.due === is.due ? [] : [saveEffect(after.language)];
  return was.locale === before.language && after.savingLanguage === null ? adoption(after) : [];
}

const saveEffect = (language: LanguageCode): Effect => ({
  type: "dispatch",
  event: { type: "language/chosen", language },
});

/** Takes the language that is saved. */
function adoption(state: AppState): readonly Effect[] {
  const self = me(state);
  return self && self.locale !== state.language ? [saveEffect(self.locale)] : [];
}

/** Saves the language on the server where that has another, once nothing else comes first; one call at a time. */
function save(state: AppState): Change {
  const { language, savingLanguage } = state;
  const self = me(state);
  return self && self.locale !== language && savingLanguage === null && !self.due
    ? changed({ ...state, savingLanguage: language }, [{ type: "call-change-language", language }])
    : changed(state);
}

/** The own account: password, language, devices. */
export const accountPart: Part<AccountState, AccountEvents, AccountEffects, AccountCommands> = {
  initial: {
    passwordChange: { phase: "idle", error: null },
    devices: { phase: "loading", list: [], error: null },
    savingLanguage: null,
    isLanguageChosen: false,
  },
  handlers: { ...accountHandlers, ...languageHandlers },
  follow: followLanguage,
  retry: (state, isDue) => andThen(retryDevices(state, isDue), (next) => retryLanguage(next, isDue)),
  commands: (dispatch) => ({
    openAccount: () => dispatch({ type: "account/opened" }),
    changePassword: (current, password) => dispatch({ type: "account/password-asked", current, password }),
    loadDevices: () => dispatch({ type: "account/devices-asked" }),
    signOutDevice: (id) => dispatch({ type: "account/device-end-asked", id }),
  }),
};
