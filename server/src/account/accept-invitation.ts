import type { User } from "@cuplaj/protocol/participant.ts";
import { isoTime } from "../kernel/clock.ts";
import { done, invalidField, type Outcome, refused } from "../kernel/outcome.ts";
import { passwordLengthProblem } from "../participants/account-rules.ts";
import { hashPassword } from "../sign-in/password-hash.ts";
import { shortUserAgent } from "../sign-in/rules.ts";
import { beginningOf, type SignInParts } from "../sign-in/sign-in.ts";
import type { SignInStore } from "../sign-in/store.ts";
import { hashToken, makeToken, sessionOf } from "../sign-in/token.ts";
import type { AccountSettingsStore } from "./store.ts";

export interface AcceptInvitationParts extends Omit<SignInParts, "store" | "decoyHash"> {
  readonly account: Pick<AccountSettingsStore, "isInvited" | "acceptInvitation">;
  readonly store: Pick<SignInStore, "addToken" | "findUser">;
}

interface Acceptance {
  readonly invitation: string;
  readonly password: string;
  /** As limits count it. */
  readonly address: string;
  readonly userAgent: string | null;
}

/** USR-5: gives whoever holds an invitation their password, for once, and signs them in; wrong tokens count as failed sign-ins of their address. */
export async function acceptInvitation(
  parts: AcceptInvitationParts,
  { invitation, password, address, userAgent }: Acceptance,
): Promise<Outcome<{ token: string; user: User }>> {
  const { account, store, guard, security, now } = parts;
  const problem = passwordLengthProblem(password);
  if (problem !== null) return invalidField("password", problem);
  const hash = hashToken(invitation);
  // Each has a name of its own, so that whoever tries others slows down nobody's.
  const accepted = await guard.run({ username: `invitation ${sessionOf(hash)}`, address }, async () => {
    // Nobody makes the server hash passwords without one.
    if (!(await account.isInvited(hash, isoTime(now())))) return null;
    const passwordHash = await hashPassword(password);
    const id = await account.acceptInvitation(hash, passwordHash, isoTime(now()));
    return id === null ? null : { id, passwordHash };
  });
  if (!accepted.ok) return accepted;
  if (accepted.value === null) {
    security.note("sign-in.failed", { who: null, what: "invitation", from: address });
    return refused("invitation_ended");
  }
  const { id, passwordHash } = accepted.value;
  security.note("account.password-changed", { who: id, what: String(id), from: address });
  const [token, invited] = [makeToken(), await store.findUser(id)];
  const sign = { passwordHash, userAgent: shortUserAgent(userAgent) };
  const user = invited && (await store.addToken(hashToken(token), { ...sign, user: invited }, now()));
  // They may have been disabled meanwhile.
  if (user === null) return refused("invitation_ended");
  security.note(beginningOf(user), { who: id, what: "invitation", from: address });
  return done({ token, user });
}
