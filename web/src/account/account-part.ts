import type { Part } from "../state/part.ts";
import { andThen } from "../state/transition.ts";
import type { AccountCommands, AccountEffects, AccountEvents, AccountState } from "./account-shape.ts";
import { accountHandlers, retryDevices } from "./account-state.ts";
import { followLanguage, languageHandlers, retryLanguage } from "./language-state.ts";

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
