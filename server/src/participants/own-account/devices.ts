import type { Device } from "@cuplaj/protocol/participant.ts";
import type { Caller } from "../../kernel/caller.ts";
import { isoTime } from "../../kernel/clock.ts";
import { done, type Outcome, refused } from "../../kernel/outcome.ts";
import type { SecurityLog } from "../../kernel/security-log.ts";
import { tokenIdleMsMax } from "../../sign-in/rules.ts";
import { endSession, type EndSessionParts } from "./end-session.ts";
import type { AccountSettingsStore } from "./store.ts";

export interface DeviceParts extends EndSessionParts {
  readonly account: Pick<AccountSettingsStore, "listDevices" | "removeDevice">;
  readonly security: SecurityLog;
  readonly now: () => number;
}

/** AUTH-10: the caller's sign-ins, most recently used first. */
export async function listDevices(
  { account, now }: Pick<DeviceParts, "account" | "now">,
  { user, session: current }: Caller,
): Promise<Device[]> {
  const devices = await account.listDevices(user.id, isoTime(now() - tokenIdleMsMax));
  return devices.map(({ session, ...device }) => ({ ...device, is_current: session === current }));
}

/** AUTH-10: ends one of the caller's sign-ins, even the current one. */
export async function signOutDevice(
  parts: DeviceParts,
  { user }: Caller,
  deviceId: number,
  /** The caller's `addressGroup`. */
  address: string,
): Promise<Outcome<{ logged_out: true }>> {
  const session = await parts.account.removeDevice(user.id, deviceId);
  if (session === null) return refused("not_found");
  endSession(parts, session);
  parts.security.note("session.ended", { who: user.id, what: "device", from: address });
  return done({ logged_out: true });
}
