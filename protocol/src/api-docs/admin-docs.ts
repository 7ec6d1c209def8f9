import type { GivenAccess, ListedToken, ManagedAccount } from "../admin.ts";
import { accountsPerPage, listedTokensMax } from "../limits.ts";
import { type CallDocs, unpermitted } from "./call-doc.ts";
import { mia } from "./examples.ts";

const account: ManagedAccount = {
  ...mia,
  username: "mia",
  roles: ["Agent"],
  state: "active",
  has_temporary_password: false,
  has_second_factor: true,
  is_invited: false,
  sign_ins: 2,
  last_used_at: "2026-11-23T09:40:00.000Z",
};
const access: GivenAccess = {
  kind: "invitation",
  secret: "Zp3m0vV1c6bq0b7X1k9y2wq8d5r4t6u7",
  expires_at: "2026-11-26T09:40:00.000Z",
};
const token: ListedToken = {
  id: 41,
  username: "erp",
  program: "ERP",
  created_at: "2026-11-20T07:30:00.000Z",
  last_used_at: "2026-11-23T09:40:00.000Z",
};
const ofManagers = { tag: "admin", permissions: ["users.manage"], errors: unpermitted } as const;
const ofOthers = { ...unpermitted, conflict: "It is the caller's own account, or one that was erased." };
const accountId = mia.id;
const changed = { 200: { says: "The account since then.", example: { account } } };

/** Accounts, programs' tokens and the installation, as their managers have them. */
export const adminDocs = {
  listAccounts: {
    ...ofManagers,
    summary: "List accounts",
    description: `By name, ${accountsPerPage} a page. \`search\` is a part of a name or user name, whatever its marks and capitals.`,
    request: { params: { page: 1 }, query: { search: "mia" } },
    answers: { 200: { says: "The accounts of the page.", example: { accounts: [account], total: 1, page: 1 } } },
  },
  addAccount: {
    ...ofManagers,
    summary: "Make an account",
    description:
      "With an invitation or a temporary password, which is told in this answer alone. The page for invitations is `/invite#` and the token.",
    errors: { ...unpermitted, conflict: "The user name is taken." },
    request: { body: { type: "agent", role: "Agent", name: "Mia Stan", username: "mia", access: "invitation" } },
    answers: { 201: { says: "The account, and what its person signs in by.", example: { account, access } } },
  },
  renameAccount: {
    ...ofManagers,
    summary: "Rename somebody",
    description: "Gives another name, user name, or both; what is not sent stays. Sign-ins go on.",
    errors: { ...unpermitted, conflict: "The user name is taken, or the account was erased." },
    request: { params: { accountId }, body: { name: "Mia Stan", username: "mia" } },
    answers: changed,
  },
  changeRole: {
    ...ofManagers,
    summary: "Change somebody's role",
    description: "Gives one role, which has to be one of the person's kind, instead of all others. Sign-ins go on.",
    errors: ofOthers,
    request: { params: { accountId }, body: { role: "Agent" } },
    answers: changed,
  },
  disableAccount: {
    ...ofManagers,
    summary: "Disable or enable an account",
    description:
      "A disabled person's sign-ins and programs' tokens end within 2 s, and their take-overs are given back. An enabled one signs in with the password of before.",
    errors: ofOthers,
    request: { params: { accountId }, body: { disabled: true } },
    answers: changed,
  },
  giveAccess: {
    ...ofManagers,
    summary: "Invite somebody, or give them a temporary password",
    description:
      "Told in this answer alone. A temporary password ends all sign-ins at once; an invitation does so when it is used.",
    errors: { ...unpermitted, conflict: "It is the caller's own account, or one that is disabled or was erased." },
    request: { params: { accountId }, body: { kind: "invitation" } },
    answers: { 200: { says: "The account, and what its person signs in by.", example: { account, access } } },
  },
  signOutAccount: {
    ...ofManagers,
    summary: "Sign somebody out everywhere",
    description:
      "Ends all sign-ins of the person within 2 s, and no token of a program. The answer names the tokens that the person made, which one may want to end too.",
    errors: { ...unpermitted, conflict: "The account was erased." },
    request: { params: { accountId } },
    answers: {
      200: { says: "The account since then, and the tokens that go on.", example: { account, tokens: [token] } },
    },
  },
  resetSecondFactor: {
    ...ofManagers,
    summary: "Remove somebody's second factor",
    description:
      "For a lost phone. All sign-ins of the person end within 2 s, and at the next one they set up another. Nothing changes where there is none.",
    errors: ofOthers,
    request: { params: { accountId } },
    answers: changed,
  },
  listTokens: {
    ...ofManagers,
    summary: "List programs' tokens",
    description: `The newest ${listedTokensMax}, the newest first, without the tokens themselves.`,
    request: {},
    answers: {
      200: {
        says: "The tokens.",
        example: {
          tokens: [token],
        },
      },
    },
  },
  addToken: {
    ...ofManagers,
    summary: "Make a token for a program",
    description: "The program calls as the account, with its rights. The token is told in this answer alone.",
    errors: { ...unpermitted, conflict: "It is the caller's own account." },
    request: { body: { username: "mia", program: "ERP" } },
    answers: { 201: { says: "The token and its id.", example: { id: 41, token: access.secret } } },
  },
  endToken: {
    ...ofManagers,
    summary: "End a program's token",
    description: "At once, with what the program has open.",
    request: { params: { tokenId: 41 } },
    answers: { 200: { says: "The token has ended.", example: { ended: true } } },
  },
  viewInstallation: {
    ...ofManagers,
    summary: "Read sizes and health of the installation",
    description: "Versions, sizes, the last backup, and whether database and bus are there.",
    request: {},
    answers: {
      200: {
        says: "The installation.",
        example: {
          version: "1.0.0",
          postgresql: "17.2",
          migration: "0001-schema",
          database_bytes: 48_234_496,
          accounts: 61,
          rooms: 1204,
          messages: 48_211,
          files: 3120,
          file_bytes: 912_680_550,
          last_backup_at: "2026-11-23T02:00:00.000Z",
          takes_writes: true,
          bus: "up",
        },
      },
    },
  },
} satisfies Partial<CallDocs>;
