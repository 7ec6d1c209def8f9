import { rolesOfKind } from "@cuplaj/protocol/roles.ts";
import type { AccessKind, GivenAccess, ListedToken, ManagedAccount } from "@cuplaj/protocol/admin.ts";
import { accountsPerPage, listedTokensMax } from "@cuplaj/protocol/limits.ts";
import type { ParticipantKind, User } from "@cuplaj/protocol/participant.ts";
import { isoTime } from "../kernel/clock.ts";
import { done, invalidField, mapOk, type Outcome, refused } from "../kernel/outcome.ts";
import { nameProblem, usernameProblem } from "../participants/account-rules.ts";
import type { AccountStore, ListedAccount, NewNames } from "../participants/account-store.ts";
import { newInvitation } from "../participants/new-invitation.ts";
import { hashPassword } from "../sign-in/password-hash.ts";
import type { ProgramTokenStore } from "../sign-in/program-tokens.ts";
import { makePassword } from "../sign-in/token.ts";
import { mayManage } from "./rules.ts";

/** `accounts` records the caller as the actor in the audit log (AUD-1c). */
export interface ManageParts {
  readonly accounts: AccountStore;
  readonly now: () => number;
}

interface ChangedAccount {
  account: ManagedAccount;
}

interface AccountWithAccess extends ChangedAccount {
  access: GivenAccess;
}

export async function listAccounts(
  { accounts }: ManageParts,
  caller: User,
  { search = "", page }: { readonly search?: string | undefined; readonly page: number },
): Promise<Outcome<{ accounts: ManagedAccount[]; total: number; page: number }>> {
  if (!mayManage(caller)) return refused("forbidden");
  if (search.includes("\0")) return invalidField("search", "not_valid");
  const cut = { skip: accountsPerPage * (page - 1), take: accountsPerPage };
  const found = await accounts.listPage(search.trim(), cut);
  return done({ accounts: found.accounts.map(managed), total: found.total, page });
}

/** ADM-2: creates an account, and returns the invitation or temporary password with which its person signs in. */
export async function addAccount(
  { accounts, now }: ManageParts,
  caller: User,
  asked: {
    readonly type: ParticipantKind;
    readonly role: string;
    readonly name: string;
    readonly username: string;
    readonly access: AccessKind;
  },
): Promise<Outcome<AccountWithAccess>> {
  if (!mayManage(caller)) return refused("forbidden");
  const { type: kind, role, username } = asked;
  const wrong = wrongName(asked);
  if (wrong !== null) return wrong;
  if (!rolesOfKind[kind].includes(role)) return invalidField("role", "not_valid");
  const made = makeAccess(asked.access, now());
  const passwordHash = await hashPassword(made.password);
  const account = { kind, role, username, name: asked.name.trim(), passwordHash, invitation: made.invitation };
  const { taken } = await accounts.addAll([account], () => undefined);
  if (taken.length > 0) return refused("conflict");
  return withAccess(await accounts.find(username), made.access);
}

export async function renameAccount(
  { accounts }: ManageParts,
  caller: User,
  { accountId, ...names }: { readonly accountId: number } & NewNames,
): Promise<Outcome<ChangedAccount>> {
  const found = await findAccount(accounts, caller, accountId);
  if (!found.ok) return found;
  const wrong = wrongName(names);
  if (wrong !== null) return wrong;
  const outcome = await accounts.rename(accountId, { ...names, name: names.name?.trim() });
  return outcome === "renamed" ? answerOf(await accounts.find(accountId)) : refused("conflict");
}

/** MAIL-4: sets a person's e-mail address, which counts as confirmed. */
export async function setAccountMail(
  { accounts }: ManageParts,
  caller: User,
  { accountId, address }: { readonly accountId: number; readonly address: string | null },
): Promise<Outcome<ChangedAccount>> {
  const found = await findAccount(accounts, caller, accountId);
  if (!found.ok) return found;
  await accounts.setMail(accountId, address);
  return answerOf(await accounts.find(accountId));
}

export async function changeRole(
  { accounts }: ManageParts,
  caller: User,
  { accountId, role }: { readonly accountId: number; readonly role: string },
): Promise<Outcome<ChangedAccount>> {
  const found = await findOther(accounts, caller, accountId);
  if (!found.ok) return found;
  if (!rolesOfKind[found.value.kind].includes(role)) return invalidField("role", "not_valid");
  if (!(await accounts.changeRole(accountId, role))) return refused("forbidden");
  return answerOf(await accounts.find(accountId));
}

/** ADM-3: disables or enables an account; repeating it changes nothing. */
export async function disableAccount(
  { accounts }: ManageParts,
  caller: User,
  { accountId, disabled }: { readonly accountId: number; readonly disabled: boolean },
): Promise<Outcome<ChangedAccount>> {
  const found = await findOther(accounts, caller, accountId);
  if (!found.ok) return found;
  if (!disabled) await accounts.enable(accountId);
  else if (!(await accounts.disable(accountId))) return refused("forbidden");
  return answerOf(await accounts.find(accountId));
}

/** ADM-3: gives an enabled account an invitation or temporary password. */
export async function giveAccess(
  { accounts, now }: ManageParts,
  caller: User,
  { accountId, kind }: { readonly accountId: number; readonly kind: AccessKind },
): Promise<Outcome<AccountWithAccess>> {
  const found = await findOther(accounts, caller, accountId);
  if (!found.ok) return found;
  if (found.value.isDisabled) return refused("conflict");
  const made = makeAccess(kind, now());
  const isGiven =
    made.invitation === null
      ? await accounts.changePassword(accountId, await hashPassword(made.password), "temporary")
      : await accounts.invite(accountId, made.invitation);
  return isGiven ? withAccess(await accounts.find(accountId), made.access) : refused("conflict");
}

/** ADM-3: ends all sign-ins of an account, and returns the tokens that the account created. */
export async function signOutAccount(
  { accounts, tokens }: ManageParts & { readonly tokens: Pick<ProgramTokenStore, "listMadeBy"> },
  caller: User,
  accountId: number,
): Promise<Outcome<ChangedAccount & { tokens: ListedToken[] }>> {
  const found = await findAccount(accounts, caller, accountId);
  if (!found.ok) return found;
  if (!(await accounts.endSignIns(accountId))) return refused("conflict");
  const changed = answerOf(await accounts.find(accountId));
  // ADM-4a: tokens outlive the sign-ins of their creator.
  const made = await tokens.listMadeBy(accountId);
  return mapOk(changed, ({ account }) => ({ account, tokens: made.toReversed().slice(0, listedTokensMax) }));
}

/** TFA-4: removes the second factor, if any, so that the person sets up a new one at the next sign-in. */
export async function resetSecondFactor(
  { accounts }: ManageParts,
  caller: User,
  accountId: number,
): Promise<Outcome<ChangedAccount>> {
  const found = await findOther(accounts, caller, accountId);
  if (!found.ok) return found;
  await accounts.removeSecondFactor(accountId);
  return answerOf(await accounts.find(accountId));
}

/** ADM-3a: returns a conflict for erased accounts. */
async function findAccount(accounts: AccountStore, caller: User, accountId: number): Promise<Outcome<ListedAccount>> {
  if (!mayManage(caller)) return refused("forbidden");
  const account = await accounts.find(accountId);
  if (account === null) return refused("not_found");
  return account.isErased ? refused("conflict") : done(account);
}

/** ADM-3a: refuses the caller's own account, so that nobody locks themselves out. */
const findOther = async (accounts: AccountStore, caller: User, accountId: number): Promise<Outcome<ListedAccount>> =>
  mayManage(caller) && accountId === caller.id ? refused("conflict") : await findAccount(accounts, caller, accountId);

function wrongName({ name, username }: NewNames) {
  if (name !== undefined && nameProblem(name) !== null) return invalidField("name", "not_valid");
  return username === undefined || usernameProblem(username) === null ? null : invalidField("username", "not_valid");
}

/** With an invitation, the account has a random password until the invitation is used. */
function makeAccess(kind: AccessKind, now: number) {
  const password = makePassword();
  if (kind === "temporary_password")
    return { password, invitation: null, access: { kind, secret: password, expires_at: null } };
  const { invitation, token } = newInvitation(now);
  return { password, invitation, access: { kind, secret: token, expires_at: isoTime(invitation.expiresAt) } };
}

const answerOf = (account: ListedAccount | null): Outcome<ChangedAccount> =>
  account === null ? refused("not_found") : done({ account: managed(account) });

const withAccess = (account: ListedAccount | null, access: GivenAccess): Outcome<AccountWithAccess> =>
  account === null ? refused("not_found") : done({ account: managed(account), access });

const managed = (account: ListedAccount): ManagedAccount => ({
  id: account.id,
  type: account.kind,
  name: account.name,
  username: account.username,
  roles: [...account.roles],
  state: account.isErased ? "erased" : account.isDisabled ? "disabled" : "active",
  has_temporary_password: account.hasTemporaryPassword,
  has_second_factor: account.hasSecondFactor,
  is_invited: account.isInvited,
  mail_address: account.mailAddress,
  mail_bounced_at: account.mailBouncedAt,
  sign_ins: account.signIns,
  last_used_at: account.lastUsedAt,
});
