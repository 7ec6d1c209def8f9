import type { User } from "@cuplaj/protocol/participant.ts";
import type { Caller } from "../kernel/caller.ts";
import { done, mapOk, type Outcome, refused } from "../kernel/outcome.ts";
import { type CodeRefusal, type GivenCode, proveFactor, type Proven, type TwoFactorParts } from "./prove-factor.ts";

/** TFA-1: completes the caller's sign-in; if it is already complete, any code succeeds. */
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
  if (!(await parts.factors.complete(session, secret, parts.now()))) return refused("conflict");
  return mapOk(await complete(parts, user, by, given), (whole) => ({ user: whole }));
}

export async function complete(
  { sessions, security, store }: Pick<TwoFactorParts, "sessions" | "security" | "store">,
  { id }: User,
  by: Proven["by"] | "set-up",
  { address }: Pick<GivenCode, "address">,
): Promise<Outcome<User>> {
  sessions.forgetPerson(id);
  security.note("sign-in.succeeded", { who: id, what: `two-factor ${by}`, from: address });
  const user = await store.findUser(id);
  return user === null ? refused("unauthenticated") : done(user);
}
