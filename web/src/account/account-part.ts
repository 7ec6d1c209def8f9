import type { Device } from "@cuplaj/protocol/participant.ts";
import { meFromWire } from "../api/from-wire.ts";
import type { Part } from "../part.ts";
import { andThen } from "../state/transition.ts";
import type { AccountCommands, AccountEffects, AccountEvents, AccountState, OwnDevice } from "./account-shape.ts";
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
  run: ({ api: { call }, settle }) => ({
    "call-change-password": ({ current, password }) =>
      settle(
        call("changePassword", { body: { current, password } }),
        () => ({ type: "account/password-changed" }),
        (error) => ({ type: "account/password-failed", error }),
      ),
    "call-devices": () =>
      settle(
        call("listDevices"),
        ({ devices }) => ({ type: "account/devices-loaded", devices: devices.map(deviceFromWire) }),
        (error) => ({ type: "account/devices-failed", error }),
      ),
    "call-sign-out-device": ({ id }) =>
      settle(
        call("signOutDevice", { params: { deviceId: id } }),
        () => ({ type: "account/device-ended", id }),
        (error) => ({ type: "account/device-end-failed", id, error }),
      ),
    "call-change-language": ({ language }) =>
      settle(
        call("changeLanguage", { body: { locale: language } }),
        ({ user }) => ({ type: "account/language-saved", me: meFromWire(user) }),
        (error) => ({ type: "account/language-failed", error }),
      ),
  }),
  commands: (dispatch) => ({
    openAccount: () => dispatch({ type: "account/opened" }),
    changePassword: (current, password) => dispatch({ type: "account/password-asked", current, password }),
    loadDevices: () => dispatch({ type: "account/devices-asked" }),
    signOutDevice: (id) => dispatch({ type: "account/device-end-asked", id }),
  }),
};

const deviceFromWire = ({ id, user_agent, last_used_at, is_current }: Device): OwnDevice => ({
  id,
  userAgent: user_agent,
  lastUsedAt: last_used_at,
  isCurrent: is_current,
});
