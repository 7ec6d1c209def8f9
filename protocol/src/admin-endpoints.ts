import { Type } from "typebox";
import { AccessKind, GivenAccess, Installation, ListedToken, ManagedAccount } from "./admin.ts";
import { ofPage, Page, unpermitted } from "./call-shapes.ts";
import type { DocumentedEndpoint } from "./endpoint.ts";
import { mia, token } from "./examples.ts";
import {
  accountSearchCharactersMax,
  accountsPerPage,
  listedTokensMax,
  roleCharactersMax,
  usernameCharactersMax,
} from "./limits.ts";
import { MailAddress } from "./mail.ts";
import { ParticipantKind } from "./participant.ts";
import { Id } from "./scalars.ts";
import { described, shape } from "./shape.ts";

const Name = Type.String({ minLength: 1, maxLength: 200 });
const Username = Type.String({ minLength: 1, maxLength: usernameCharactersMax });
const RoleName = Type.String({ minLength: 1, maxLength: roleCharactersMax });
const OneAccount = Type.Object({ accountId: Id }, { examples: [{ accountId: mia.id }] });
const changed = { 200: shape("The updated account.", { account: ManagedAccount }) };
const ofManagers = { permissions: ["users.manage"], errors: unpermitted } as const;
const ofOthers = { ...unpermitted, conflict: "The account is the caller's own, or was erased." };

export const adminEndpoints = {
  listAccounts: {
    method: "GET",
    path: "/api/v1/admin/accounts/:page",
    limit: "reads",
    isExpensive: true,
    summary: "List accounts",
    description: `Sorted by name, ${accountsPerPage} per page. \`search\` matches part of a name or username, ignoring case and accents.`,
    ...ofManagers,
    params: Type.Object({ page: Page }),
    query: Type.Object(
      { search: Type.Optional(Type.String({ maxLength: accountSearchCharactersMax })) },
      { examples: [{ search: "mia" }] },
    ),
    answers: { 200: shape("A page of accounts.", { accounts: Type.Array(ManagedAccount), ...ofPage }) },
  },
  addAccount: {
    method: "POST",
    path: "/api/v1/admin/accounts",
    limit: "administration",
    needsProof: true,
    summary: "Create an account",
    description:
      "Returns an invitation or a temporary password, which no later response repeats. An invitation opens at `/invite#` followed by its token.",
    ...ofManagers,
    errors: { ...unpermitted, conflict: "The username is taken." },
    body: Type.Object(
      { type: ParticipantKind, role: RoleName, name: Name, username: Username, access: AccessKind },
      { examples: [{ type: "agent", role: "Agent", name: "Mia Stan", username: "mia", access: "invitation" }] },
    ),
    answers: {
      201: shape("The account, with the invitation or temporary password.", {
        account: ManagedAccount,
        access: GivenAccess,
      }),
    },
  },
  renameAccount: {
    method: "PUT",
    path: "/api/v1/admin/accounts/:accountId/name",
    limit: "administration",
    summary: "Rename a person",
    description: "Changes the name, the username or both; an omitted field stays the same. Sessions continue.",
    ...ofManagers,
    errors: { ...unpermitted, conflict: "The username is taken, or the account was erased." },
    params: OneAccount,
    body: Type.Partial(Type.Object({ name: Name, username: Username }), {
      examples: [{ name: mia.name, username: "mia" }],
    }),
    answers: changed,
  },
  setAccountMail: {
    method: "PUT",
    path: "/api/v1/admin/accounts/:accountId/mail",
    limit: "administration",
    summary: "Set a person's e-mail address",
    description: "The address counts as confirmed, and an earlier return of an e-mail is forgotten. Null removes it.",
    ...ofManagers,
    errors: { ...unpermitted, conflict: "The account was erased." },
    params: OneAccount,
    body: Type.Object(
      { address: Type.Union([MailAddress, Type.Null()]) },
      { examples: [{ address: "mia@example.ro" }] },
    ),
    answers: changed,
  },
  changeRole: {
    method: "PUT",
    path: "/api/v1/admin/accounts/:accountId/role",
    limit: "administration",
    needsProof: true,
    summary: "Change a person's role",
    description: "Replaces all of the person's roles by one, which must suit their kind. Sessions continue.",
    ...ofManagers,
    errors: ofOthers,
    params: OneAccount,
    body: Type.Object({ role: RoleName }, { examples: [{ role: "Agent" }] }),
    answers: changed,
  },
  disableAccount: {
    method: "PUT",
    path: "/api/v1/admin/accounts/:accountId/disabled",
    limit: "administration",
    summary: "Disable or enable an account",
    description:
      "Disabling ends the person's sessions and programs' tokens within 2 s and releases their take-overs. After enabling, their previous password works again.",
    ...ofManagers,
    errors: ofOthers,
    params: OneAccount,
    body: Type.Object({ disabled: Type.Boolean() }, { examples: [{ disabled: true }] }),
    answers: changed,
  },
  giveAccess: {
    method: "POST",
    path: "/api/v1/admin/accounts/:accountId/access",
    limit: "administration",
    needsProof: true,
    summary: "Invite a person or give them a temporary password",
    description:
      "No later response repeats the secret. A temporary password ends all sessions at once; an invitation ends them when it is used.",
    ...ofManagers,
    errors: { ...unpermitted, conflict: "The account is the caller's own, is disabled or was erased." },
    params: OneAccount,
    body: Type.Object({ kind: AccessKind }),
    answers: {
      200: shape("The account, with the invitation or temporary password.", {
        account: ManagedAccount,
        access: GivenAccess,
      }),
    },
  },
  signOutAccount: {
    method: "POST",
    path: "/api/v1/admin/accounts/:accountId/sign-out",
    limit: "administration",
    summary: "Sign a person out everywhere",
    description:
      "Ends all of the person's sessions within 2 s, but no program's token. The response lists the tokens that the person created, which you may want to revoke too.",
    ...ofManagers,
    errors: { ...unpermitted, conflict: "The account was erased." },
    params: OneAccount,
    answers: {
      200: shape("The updated account, and the tokens that remain valid.", {
        account: ManagedAccount,
        tokens: Type.Array(ListedToken),
      }),
    },
  },
  resetSecondFactor: {
    method: "POST",
    path: "/api/v1/admin/accounts/:accountId/two-factor",
    limit: "administration",
    needsProof: true,
    summary: "Remove a person's second factor",
    description:
      "For a lost phone. All of the person's sessions end within 2 s, and they set up a new second factor at their next sign-in. Nothing changes if there is none.",
    ...ofManagers,
    errors: ofOthers,
    params: OneAccount,
    answers: changed,
  },
  listTokens: {
    method: "GET",
    path: "/api/v1/admin/tokens",
    limit: "reads",
    summary: "List programs' tokens",
    description: `The newest ${listedTokensMax}, newest first, without their secrets.`,
    ...ofManagers,
    answers: { 200: shape("The tokens.", { tokens: Type.Array(ListedToken) }) },
  },
  addToken: {
    method: "POST",
    path: "/api/v1/admin/tokens",
    limit: "administration",
    needsProof: true,
    summary: "Create a token for a program",
    description: "The program acts as the account, with its permissions. No later response repeats the token.",
    ...ofManagers,
    errors: { ...unpermitted, conflict: "The account is the caller's own." },
    body: Type.Object({ username: Username, program: Name }, { examples: [{ username: "mia", program: "ERP" }] }),
    answers: {
      201: shape("The token and its id.", { id: Id, token: Type.String() }, { id: 41, token }),
    },
  },
  endToken: {
    method: "DELETE",
    path: "/api/v1/admin/tokens/:tokenId",
    limit: "administration",
    summary: "Revoke a program's token",
    description: "Takes effect at once, and closes the program's connections.",
    ...ofManagers,
    params: Type.Object({ tokenId: Id }, { examples: [{ tokenId: 41 }] }),
    answers: { 200: shape("The token is revoked.", { ended: Type.Literal(true) }) },
  },
  viewInstallation: {
    method: "GET",
    path: "/api/v1/admin/installation",
    limit: "reads",
    isExpensive: true,
    summary: "Get the size and health of the installation",
    description: "Versions, sizes, the last backup, and the state of the database and the bus.",
    ...ofManagers,
    answers: { 200: described(Installation, "The installation.") },
  },
} as const satisfies Readonly<Record<string, DocumentedEndpoint>>;
