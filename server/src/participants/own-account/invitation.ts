import type { User } from "@cuplaj/protocol/participant.ts";
import { isoTime } from "../../kernel/clock.ts";
import { done, invalidField, type Outcome, refused } from "../../kernel/outcome.ts";
import { passwordLengthProblem } from "../account-rules.ts";
import { hashPassword } from "../../sign-in/password-hash.ts";
import { shortUserAgent } from "../../sign-in/rules.ts";
import { beginningOf, type SignInParts } from "../../sign-in/sign-in.ts";
import type { SignInStore } from "../../sign-in/store.ts";
import { hashToken, makeToken, sessionOf } from "../../sign-in/token.ts";
import type { AccountSettingsStore } from "./store.ts";

export interface InvitationParts extends Omit<SignInParts, "store" | "decoyHash"> {
  readonly account: Pick<AccountSettingsStore, "findInvited" | "acceptInvitation">;
  readonly store: Pick<SignInStore, "addToken" | "findUser">;
}

interface Given {
  readonly invitation: string;
  /** The caller's `addressGroup`. */
  readonly address: string;
}

type Invited = Pick<User, "name" | "username">;

export const viewInvitation = async (parts: InvitationParts, given: Given): Promise<Outcome<{ invited: Invited }>> =>
  await withInvitation(parts, given, (_hash, invited) => Promise.resolve({ invited }));

/** USR-5: sets the invited person's password, uses up the invitation, and signs them in. */
export async function acceptInvitation(
  parts: InvitationParts,
  { password, userAgent, ...given }: Given & { readonly password: string; readonly userAgent: string | null },
): Promise<Outcome<{ token: string; user: User }>> {
  const { account, store, security, now } = parts;
  const problem = passwordLengthProblem(password);
  if (problem !== null) return invalidField("password", problem);
  const accepted = await withInvitation(parts, given, async (hash) => {
    const passwordHash = await hashPassword(password);
    const id = await account.acceptInvitation(hash, passwordHash, isoTime(now()));
    return id === null ? null : { id, passwordHash };
  });
  if (!accepted.ok) return accepted;
  const { id, passwordHash } = accepted.value;
  const { address } = given;
  security.note("account.password-changed", { who: id, what: String(id), from: address });
  const [token, invited] = [makeToken(), await store.findUser(id)];
  const sign = { passwordHash, userAgent: shortUserAgent(userAgent) };
  const user = invited && (await store.addToken(hashToken(token), { ...sign, user: invited }, now()));
  // `user` is null if the person was disabled after the invitation was accepted.
  if (user === null) return refused("invitation_ended");
  security.note(beginningOf(user), { who: id, what: "invitation", from: address });
  return done({ token, user });
}

/** USR-5: a wrong or expired invitation counts as a failed sign-in from its address. */
async function withInvitation<T>(
  { account, guard, security, now }: InvitationParts,
  { invitation, address }: Given,
  run: (hash: Buffer, invited: Invited) => Promise<T | null>,
): Promise<Outcome<T>> {
  const hash = hashToken(invitation);
  // Each token counts as a separate username, so that guesses slow down nobody else.
  const outcome = await guard.run({ username: `invitation ${sessionOf(hash)}`, address }, async () => {
    // Checks the invitation first, since hashing a password is expensive.
    const invited = await account.findInvited(hash, isoTime(now()));
    return invited && (await run(hash, invited));
  });
  if (!outcome.ok) return outcome;
  if (outcome.value !== null) return done(outcome.value);
  security.note("sign-in.failed", { who: null, what: "invitation", from: address });
  return refused("invitation_ended");
}
