import type { User } from "@cuplaj/protocol/participant.ts";
import type { Caller } from "../kernel/caller.ts";
import { done, type Outcome, refused } from "../kernel/outcome.ts";
import { type CodeRefusal, type GivenCode, proveFactor, type TwoFactorParts } from "./prove-factor.ts";

/** TFA-1: completes the caller's sign-in; one that is complete stays so, whatever is given. */
export async function giveFactor(
  parts: TwoFactorParts,
  { user, session }: Caller,
  given: GivenCode,
): Promise<Outcome<{ user: User }, CodeRefusal>> {
  if (user.second_factor === undefined) return done({ user });
  if (user.second_factor === "enrol") return refused("conflict");
  const proven = await proveFactor(parts, user, given);
  if (!proven.ok) return proven;
  const { secret, by } = proven.value;
  // An administrator has removed it meanwhile, which ended the session.
  if (!(await parts.factors.complete(session, secret, parts.now()))) return refused("unauthenticated");
  return done({ user: complete(parts, user, by, given) });
}

/** The person as their session has them from now on. */
export function complete(
  { sessions, security }: Pick<TwoFactorParts, "sessions" | "security">,
  { second_factor: _due, ...user }: User,
  by: "code" | "recovery-code" | "set-up",
  { address }: Pick<GivenCode, "address">,
): User {
  sessions.forgetPerson(user.id);
  security.note("sign-in.succeeded", { who: user.id, what: `two-factor ${by}`, from: address });
  return user;
}
