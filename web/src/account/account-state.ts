import { isOffline } from "../state/selectors.ts";
import { retryLater, withoutFailure } from "../state/retries/retries-state.ts";
import { type CallError, offlineError } from "../state/entities.ts";
import type { AppState } from "../state/shape.ts";
import { changed, type Change, type Handlers, type IsDue } from "../state/transition.ts";
import type { AccountEvents, OwnDevice } from "./account-shape.ts";

/** The key of a failure to load the devices (SYNC-8a). */
const devicesKey = "account.devices";

/** The own password (ACC-1) and devices (ACC-3). */
export const accountHandlers: Handlers<Exclude<keyof AccountEvents, `account/language-${string}`>> = {
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
export const retryDevices = (state: AppState, isDue: IsDue): Change =>
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
