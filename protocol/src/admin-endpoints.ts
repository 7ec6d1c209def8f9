import { Type } from "typebox";
import { AccessKind, GivenAccess, Installation, ListedToken, ManagedAccount } from "./admin.ts";
import { Page } from "./call-shapes.ts";
import type { Endpoint } from "./endpoint.ts";
import { accountSearchCharactersMax, roleCharactersMax, usernameCharactersMax } from "./limits.ts";
import { ParticipantKind } from "./participant.ts";
import { Id } from "./scalars.ts";

const Name = Type.String({ minLength: 1, maxLength: 200 });
const Username = Type.String({ minLength: 1, maxLength: usernameCharactersMax });
const RoleName = Type.String({ minLength: 1, maxLength: roleCharactersMax });
const OneAccount = Type.Object({ accountId: Id });
const Changed = { 200: Type.Object({ account: ManagedAccount }) };

/** What holders of `users.manage` do with accounts, programs' tokens and the installation (ADM). */
export const adminEndpoints = {
  /** By name; `search` is part of a name or user name, whatever its marks and capitals. */
  listAccounts: {
    method: "GET",
    path: "/api/v1/admin/accounts/:page",
    limit: "reads",
    isExpensive: true,
    params: Type.Object({ page: Page }),
    query: Type.Object({ search: Type.Optional(Type.String({ maxLength: accountSearchCharactersMax })) }),
    answers: {
      200: Type.Object({ accounts: Type.Array(ManagedAccount), total: Type.Integer(), page: Type.Integer() }),
    },
  },
  addAccount: {
    method: "POST",
    path: "/api/v1/admin/accounts",
    limit: "administration",
    needsProof: true,
    body: Type.Object({ type: ParticipantKind, role: RoleName, name: Name, username: Username, access: AccessKind }),
    answers: { 201: Type.Object({ account: ManagedAccount, access: GivenAccess }) },
  },
  /** What is not named stays. */
  renameAccount: {
    method: "PUT",
    path: "/api/v1/admin/accounts/:accountId/name",
    limit: "administration",
    params: OneAccount,
    body: Type.Partial(Type.Object({ name: Name, username: Username })),
    answers: Changed,
  },
  changeRole: {
    method: "PUT",
    path: "/api/v1/admin/accounts/:accountId/role",
    limit: "administration",
    needsProof: true,
    params: OneAccount,
    body: Type.Object({ role: RoleName }),
    answers: Changed,
  },
  /** The state that is wanted. */
  disableAccount: {
    method: "PUT",
    path: "/api/v1/admin/accounts/:accountId/disabled",
    limit: "administration",
    params: OneAccount,
    body: Type.Object({ disabled: Type.Boolean() }),
    answers: Changed,
  },
  giveAccess: {
    method: "POST",
    path: "/api/v1/admin/accounts/:accountId/access",
    limit: "administration",
    needsProof: true,
    params: OneAccount,
    body: Type.Object({ kind: AccessKind }),
    answers: { 200: Type.Object({ account: ManagedAccount, access: GivenAccess }) },
  },
  signOutAccount: {
    method: "POST",
    path: "/api/v1/admin/accounts/:accountId/sign-out",
    limit: "administration",
    params: OneAccount,
    /** With the tokens of programs that the person made, which go on. */
    answers: { 200: Type.Object({ account: ManagedAccount, tokens: Type.Array(ListedToken) }) },
  },
  /** The person sets up another one at their next sign-in (TFA-4). */
  resetSecondFactor: {
    method: "POST",
    path: "/api/v1/admin/accounts/:accountId/two-factor",
    limit: "administration",
    needsProof: true,
    params: OneAccount,
    answers: Changed,
  },
  /** The newest first. */
  listTokens: {
    method: "GET",
    path: "/api/v1/admin/tokens",
    limit: "reads",
    answers: { 200: Type.Object({ tokens: Type.Array(ListedToken) }) },
  },
  addToken: {
    method: "POST",
    path: "/api/v1/admin/tokens",
    limit: "administration",
    needsProof: true,
    body: Type.Object({ username: Username, program: Name }),
    /** The token is told in this one answer. */
    answers: { 201: Type.Object({ id: Id, token: Type.String() }) },
  },
  endToken: {
    method: "DELETE",
    path: "/api/v1/admin/tokens/:tokenId",
    limit: "administration",
    params: Type.Object({ tokenId: Id }),
    answers: { 200: Type.Object({ ended: Type.Literal(true) }) },
  },
  viewInstallation: {
    method: "GET",
    path: "/api/v1/admin/installation",
    limit: "reads",
    isExpensive: true,
    answers: { 200: Installation },
  },
} as const satisfies Readonly<Record<string, Endpoint>>;
