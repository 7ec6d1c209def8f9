import type { Device } from "@cuplaj/protocol/participant.ts";
import { meFromWire } from "../api/from-wire.ts";
import type { AccountEffects, OwnDevice } from "./account-part.ts";
import type { Outside } from "../state/part.ts";
import type { Runners } from "../state/shape.ts";

export const lateRunners = ({ api: { call }, settle }: Outside): Runners<keyof AccountEffects> => ({
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
});

const deviceFromWire = ({ id, user_agent, last_used_at, is_current }: Device): OwnDevice => ({
  id,
  userAgent: user_agent,
  lastUsedAt: last_used_at,
  isCurrent: is_current,
});
