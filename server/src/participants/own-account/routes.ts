import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import { addressGroup } from "../../http/address-group.ts";
import type { AddRoute } from "../../http/route.ts";
import { done, mapOk } from "../../kernel/outcome.ts";
import { type OwnSettingsParts, readChanged } from "../own-settings.ts";
import { changePassword, type ChangePasswordParts } from "./change-password.ts";
import { type DeviceParts, listDevices, signOutDevice } from "./devices.ts";
import { acceptInvitation, type InvitationParts, viewInvitation } from "./invitation.ts";
import type { AccountSettingsStore } from "./store.ts";

interface AccountRouteParts extends ChangePasswordParts, InvitationParts, DeviceParts, OwnSettingsParts {
  readonly account: AccountSettingsStore;
  readonly store: ChangePasswordParts["store"] & InvitationParts["store"];
  readonly sessions: ChangePasswordParts["sessions"] & OwnSettingsParts["sessions"];
}

export function addAccountRoutes(route: AddRoute, parts: AccountRouteParts): void {
  route(endpoints.changeLanguage, async ({ caller: { user }, body }) => {
    await parts.account.changeLanguage(user.id, body.locale);
    return mapOk(await readChanged(parts, user.id), (changed) => ({ status: 200, body: { user: changed } }));
  });
  route(endpoints.changePassword, async ({ caller, body, address }) =>
    mapOk(await changePassword(parts, caller, { ...body, address: addressGroup(address) }), (answer) => ({
      status: 200,
      body: answer,
    })),
  );
  route(endpoints.acceptInvitation, async ({ body: { invitation, password }, address, userAgent }) =>
    mapOk(
      await acceptInvitation(parts, { invitation, password, address: addressGroup(address), userAgent }),
      (signedIn) => ({ status: 200, body: signedIn }),
    ),
  );
  route(endpoints.viewInvitation, async ({ body: { invitation }, address }) =>
    mapOk(await viewInvitation(parts, { invitation, address: addressGroup(address) }), (body) => ({
      status: 200,
      body,
    })),
  );
  route(endpoints.listDevices, async ({ caller }) =>
    done({ status: 200, body: { devices: await listDevices(parts, caller) } }),
  );
  route(endpoints.signOutDevice, async ({ caller, params, address }) =>
    mapOk(await signOutDevice(parts, caller, params.deviceId, addressGroup(address)), (answer) => ({
      status: 200,
      body: answer,
    })),
  );
}
