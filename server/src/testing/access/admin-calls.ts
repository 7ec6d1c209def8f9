import type { CallRow } from "./call-row.ts";

const ofManagers = (status: number): string => `401 403 403 403 403 403 403 ${status} 403 403 403`;
const account = "/api/v1/admin/accounts/987654";

/** ADM: the calls of holders of `users.manage`; each that changes something names what is not there, or nothing. */
export const adminRows: readonly CallRow[] = [
  { name: "listAccounts", url: "/api/v1/admin/accounts/1", statuses: ofManagers(200) },
  {
    name: "addAccount",
    url: "/api/v1/admin/accounts",
    body: { type: "agent", role: "Agent", name: "Alt Radu", username: "radu", access: "invitation" },
    statuses: ofManagers(409),
  },
  { name: "renameAccount", url: `${account}/name`, body: { name: "X", username: "x" }, statuses: ofManagers(404) },
  { name: "changeRole", url: `${account}/role`, body: { role: "Agent" }, statuses: ofManagers(404) },
  { name: "disableAccount", url: `${account}/disabled`, body: { disabled: true }, statuses: ofManagers(404) },
  { name: "giveAccess", url: `${account}/access`, body: { kind: "invitation" }, statuses: ofManagers(404) },
  { name: "signOutAccount", url: `${account}/sign-out`, statuses: ofManagers(404) },
  { name: "resetSecondFactor", url: `${account}/two-factor`, statuses: ofManagers(404) },
  { name: "listTokens", url: "/api/v1/admin/tokens", statuses: ofManagers(200) },
  {
    name: "addToken",
    url: "/api/v1/admin/tokens",
    body: { username: "nimeni", program: "ERP" },
    statuses: ofManagers(422),
  },
  { name: "endToken", url: "/api/v1/admin/tokens/987654", statuses: ofManagers(404) },
  { name: "viewInstallation", url: "/api/v1/admin/installation", statuses: ofManagers(200) },
];
