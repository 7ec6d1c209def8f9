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
import { ParticipantKind } from "./participant.ts";
import { Id } from "./scalars.ts";
import { described, shape } from "./shape.ts";

const Name = Type.String({ minLength: 1, maxLength: 200 });
const Username = Type.String({ minLength: 1, maxLength: usernameCharactersMax });
const RoleName = Type.String({ minLength: 1, maxLength: roleCharactersMax });
const OneAccount = Type.Object({ accountId: Id }, { examples: [{ accountId: mia.id }] });
const changed = { 200: shape("The account since then.", { account: ManagedAccount }) };
const ofManagers = { permissions: ["users.manage"], errors: unpermitted } as const;
const ofOthers = { ...unpermitted, conflict: "It is the caller's own account, or one that was erased." };

export const adminEndpoints = {
  listAccounts: {
    method: "GET",
    path: "/api/v1/admin/accounts/:page",
    limit: "reads",
    isExpensive: true,
    summary: "List accounts",
    description: `By name, ${accountsPerPage} a page. \`search\` is a part of a name or user name, whatever its marks and capitals.`,
    ...ofManagers,
    params: Type.Object({ page: Page }),
    query: Type.Object(
      { search: Type.Optional(Type.String({ maxLength: accountSearchCharactersMax })) },
      { examples: [{ search: "mia" }] },
    ),
    answers: { 200: shape("The accounts of the page.", { accounts: Type.Array(ManagedAccount), ...ofPage }) },
  },
  addAccount: {
    method: "POST",
    path: "/api/v1/admin/accounts",
    limit: "administration",
    needsProof: true,
    summary: "Make an account",
    description:
      "With an invitation or a temporary password, which is told in this answer alone. The page for invitations is `/invite#` and the token.",
    ...ofManagers,
    errors: { ...unpermitted, conflict: "The user name is taken." },
    body: Type.Object(
      { type: ParticipantKind, role: RoleName, name: Name, username: Username, access: AccessKind },
      { examples: [{ type: "agent", role: "Agent", name: "Mia Stan", username: "mia", access: "invitation" }] },
    ),
    answers: {
      201: shape("The account, and what its person signs in by.", { account: ManagedAccount, access: GivenAccess }),
    },
  },
  renameAccount: {
    method: "PUT",
    path: "/api/v1/admin/accounts/:accountId/name",
    limit: "administration",
    summary: "Rename somebody",
    description: "Gives another name, user name, or both; what is not sent stays. Sign-ins go on.",
    ...ofManagers,
    errors: { ...unpermitted, conflict: "The user name is taken, or the account was erased." },
    params: OneAccount,
    body: Type.Partial(Type.Object({ name: Name, username: Username }), {
      examples: [{ name: mia.name, username: "mia" }],
    }),
    answers: changed,
  },
  changeRole: {
    method: "PUT",
    path: "/api/v1/admin/accounts/:accountId/role",
    limit: "administration",
    needsProof: true,
    summary: "Change somebody's role",
    description: "Gives one role, which has to be one of the person's kind, instead of all others. Sign-ins go on.",
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
      "A disabled person's sign-ins and programs' tokens end within 2 s, and their take-overs are given back. An enabled one signs in with the password of before.",
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
    summary: "Invite somebody, or give them a temporary password",
    description:
      "Told in this answer alone. A temporary password ends all sign-ins at once; an invitation does so when it is used.",
    ...ofManagers,
    errors: { ...unpermitted, conflict: "It is the caller's own account, or one that is disabled or was erased." },
    params: OneAccount,
    body: Type.Object({ kind: AccessKind }),
    answers: {
      200: shape("The account, and what its person signs in by.", { account: ManagedAccount, access: GivenAccess }),
    },
  },
  signOutAccount: {
    method: "POST",
    path: "/api/v1/admin/accounts/:accountId/sign-out",
    limit: "administration",
    summary: "Sign somebody out everywhere",
    description:
      "Ends all sign-ins of the person within 2 s, and no token of a program. The answer names the tokens that the person made, which one may want to end too.",
    ...ofManagers,
    errors: { ...unpermitted, conflict: "The account was erased." },
    params: OneAccount,
    answers: {
      200: shape("The account since then, and the tokens that go on.", {
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
    summary: "Remove somebody's second factor",
    description:
      "For a lost phone. All sign-ins of the person end within 2 s, and at the next one they set up another. Nothing changes where there is none.",
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
    description: `The newest ${listedTokensMax}, the newest first, without the tokens themselves.`,
    ...ofManagers,
    answers: { 200: shape("The tokens.", { tokens: Type.Array(ListedToken) }) },
  },
  addToken: {
    method: "POST",
    path: "/api/v1/admin/tokens",
    limit: "administration",
    needsProof: true,
    summary: "Make a token for a program",
    description: "The program calls as the account, with its rights. The token is told in this answer alone.",
    ...ofManagers,
    errors: { ...unpermitted, conflict: "It is the caller's own account." },
    body: Type.Object({ username: Username, program: Name }, { examples: [{ username: "mia", program: "ERP" }] }),
    answers: {
      201: shape("The token and its id.", { id: Id, token: Type.String() }, { id: 41, token }),
    },
  },
  endToken: {
    method: "DELETE",
    path: "/api/v1/admin/tokens/:tokenId",
    limit: "administration",
    summary: "End a program's token",
    description: "At once, with what the program has open.",
    ...ofManagers,
    params: Type.Object({ tokenId: Id }, { examples: [{ tokenId: 41 }] }),
    answers: { 200: shape("The token has ended.", { ended: Type.Literal(true) }) },
  },
  viewInstallation: {
    method: "GET",
    path: "/api/v1/admin/installation",
    limit: "reads",
    isExpensive: true,
    summary: "Read sizes and health of the installation",
    description: "Versions, sizes, the last backup, and whether database and bus are there.",
    ...ofManagers,
    answers: { 200: described(Installation, "The installation.") },
  },
} as const satisfies Readonly<Record<string, DocumentedEndpoint>>;
