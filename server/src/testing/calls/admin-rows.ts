import { randomUUID } from "node:crypto";
import type { AccessKind } from "@cuplaj/protocol/admin.ts";
import { OpeningHours } from "@cuplaj/protocol/opening-hours.ts";
import { exampleOf } from "@cuplaj/protocol/shape.ts";
import { hashToken } from "../../sign-in/token.ts";
import type { CallWorld, Given } from "../api-document/call-world.ts";
import { type CallRows, newToken } from "./call-row.ts";

const ofManagers = (status: number): string => `401 403 403 403 403 403 403 ${status} 403 403 403`;
const unpermitted = { as: "radu", status: 403, code: "forbidden" } as const;

const newAccount = (access: AccessKind, username: string = randomUUID()) => ({
  ...{ type: "agent", role: "Agent", name: "Om Nou", username, access },
});

async function ofNewAccount({ api }: CallWorld): Promise<Given> {
  const { body } = await api.call(api.people.admin, "POST", "/api/v1/admin/accounts", newAccount("invitation"));
  return { params: { accountId: body.account.id } };
}

async function ofErasedAccount(world: CallWorld): Promise<Given> {
  const given = await ofNewAccount(world);
  await world.api.pool.query("update participants set erased_at = now() where id = $1", [given.params?.["accountId"]]);
  return given;
}

/** Makes an administrator's session in which the password must be entered again. */
async function unproven(world: CallWorld) {
  const { token } = await newToken(world, world.api.people.admin);
  await world.api.pool.query("update tokens set second_factor_at = now(), proven_at = null where hash = $1", [
    hashToken(token),
  ]);
  return { headers: { authorization: `Bearer ${token}` }, status: 403, code: "proof_required" } as const;
}

const ofOneself = ({ api }: CallWorld): Given => ({ params: { accountId: api.people.admin.id } });
const ownIsRefused = { status: 409, code: "conflict" } as const;

/** Never closed, since quiet lines of a closing would appear in other tests. */
const openHours = {
  ...exampleOf(OpeningHours),
  week: Array.from({ length: 7 }, () => [{ from: "00:00", to: "24:00" }]),
  closures: [],
};

/** ADM: calls that need `users.manage`. In access tests, calls that change something name a missing target, or none. */
export const adminRows = {
  listAccounts: {
    access: { statuses: ofManagers(200) },
    as: "admin",
    also: () => [unpermitted],
  },
  addAccount: {
    access: {
      body: { type: "agent", role: "Agent", name: "Alt Radu", username: "radu", access: "invitation" },
      statuses: ofManagers(409),
    },
    as: "admin",
    given: () => ({ body: newAccount("invitation") }),
    also: async (world) => [
      { body: newAccount("invitation"), ...(await unproven(world)) },
      { body: newAccount("temporary_password"), status: 201 },
      { body: newAccount("invitation", "mia"), status: 409, code: "conflict" },
      { body: { ...newAccount("invitation"), role: "Admin" }, status: 422, code: "invalid" },
      { ...unpermitted, body: newAccount("invitation") },
    ],
  },
  setAccountMail: {
    access: { body: { address: null }, statuses: ofManagers(404) },
    as: "admin",
    isOfAll: true,
    given: async (world) => ({ ...(await ofNewAccount(world)), body: { address: "mia@example.ro" } }),
    also: async (world) => [{ ...(await ofNewAccount(world)), body: { address: null }, ...unpermitted }],
  },
  renameAccount: {
    access: { body: { name: "X", username: "x" }, statuses: ofManagers(404) },
    as: "admin",
    isOfAll: true,
    given: async (world) => ({ ...(await ofNewAccount(world)), body: { name: "Alt Nume", username: randomUUID() } }),
    also: async (world) => {
      const other = await ofNewAccount(world);
      return [
        { ...other, body: { name: "X", username: "mia" }, status: 409, code: "conflict" },
        { ...other, ...unpermitted },
      ];
    },
  },
  changeRole: {
    access: { body: { role: "Agent" }, statuses: ofManagers(404) },
    as: "admin",
    isOfAll: true,
    given: ofNewAccount,
    also: async (world) => [
      { ...(await ofNewAccount(world)), ...(await unproven(world)) },
      { ...ofOneself(world), body: { role: "Operator" }, ...ownIsRefused },
      { ...(await ofNewAccount(world)), ...unpermitted },
    ],
  },
  disableAccount: {
    access: { body: { disabled: true }, statuses: ofManagers(404) },
    as: "admin",
    isOfAll: true,
    given: ofNewAccount,
    also: async (world) => [
      { ...ofOneself(world), ...ownIsRefused },
      { ...(await ofNewAccount(world)), ...unpermitted },
    ],
  },
  giveAccess: {
    access: { body: { kind: "invitation" }, statuses: ofManagers(404) },
    as: "admin",
    isOfAll: true,
    given: ofNewAccount,
    also: async (world) => [
      { ...(await ofNewAccount(world)), ...(await unproven(world)) },
      { ...ofOneself(world), ...ownIsRefused },
      { ...(await ofNewAccount(world)), body: { kind: "temporary_password" }, status: 200 },
      { ...(await ofNewAccount(world)), ...unpermitted },
    ],
  },
  signOutAccount: {
    access: { statuses: ofManagers(404) },
    as: "admin",
    isOfAll: true,
    given: ofNewAccount,
    also: async (world) => [
      { ...(await ofErasedAccount(world)), status: 409, code: "conflict" },
      { ...(await ofNewAccount(world)), ...unpermitted },
    ],
  },
  resetSecondFactor: {
    access: { statuses: ofManagers(404) },
    as: "admin",
    isOfAll: true,
    given: ofNewAccount,
    also: async (world) => [
      { ...(await ofNewAccount(world)), ...(await unproven(world)) },
      { ...ofOneself(world), ...ownIsRefused },
      { ...(await ofNewAccount(world)), ...unpermitted },
    ],
  },
  listTokens: {
    access: { statuses: ofManagers(200) },
    as: "admin",
    also: () => [unpermitted],
  },
  addToken: {
    access: { body: { username: "nimeni", program: "ERP" }, statuses: ofManagers(422) },
    as: "admin",
    given: () => ({ body: { username: "radu", program: "ERP" } }),
    also: async (world) => [
      { body: { username: "radu", program: "ERP" }, ...(await unproven(world)) },
      { body: { username: "nimeni", program: "ERP" }, status: 422, code: "invalid" },
      { body: { username: "admin", program: "ERP" }, ...ownIsRefused },
      { ...unpermitted, body: { username: "radu", program: "ERP" } },
    ],
  },
  endToken: {
    access: { statuses: ofManagers(404) },
    as: "admin",
    isOfAll: true,
    given: async ({ api }) => {
      const made = { username: "radu", program: "ERP" };
      const { body } = await api.call(api.people.admin, "POST", "/api/v1/admin/tokens", made);
      return { params: { tokenId: body.id } };
    },
    also: () => [{ ...unpermitted, params: { tokenId: 987_654 } }],
  },
  viewInstallation: {
    access: { statuses: ofManagers(200) },
    as: "admin",
    also: () => [unpermitted],
  },
  viewHours: {
    access: { statuses: ofManagers(200) },
    as: "admin",
    also: () => [unpermitted],
  },
  changeHours: {
    access: { body: { hours: null }, statuses: ofManagers(200) },
    as: "admin",
    given: () => ({ body: { hours: openHours } }),
    also: () => [
      { body: { hours: null }, status: 200 },
      { body: { hours: { ...openHours, time_zone: "Europe/Brasov" } }, status: 422, code: "invalid" },
      { ...unpermitted, body: { hours: null } },
    ],
  },
} satisfies CallRows;
