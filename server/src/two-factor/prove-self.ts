import type { Caller } from "../kernel/caller.ts";
import { done, invalidField, type Outcome, refused } from "../kernel/outcome.ts";
import { type CodeRefusal, counted, isPasswordOf, proveFactor, type TwoFactorParts } from "./prove-factor.ts";
import { mayHaveFactor } from "./rules.ts";

interface GivenSelf {
  readonly password: string;
  readonly code?: string | undefined;
  /** The caller's `addressGroup`. */
  readonly address: string;
}

/** AUTH-11: checks the password, and a code if the person has a second factor, for calls that require a recent proof. */
export async function proveSelf(
  parts: TwoFactorParts,
  caller: Caller,
  given: GivenSelf,
): Promise<Outcome<{ proven: true }, CodeRefusal>> {
  if (caller.isProgram) return refused("forbidden");
  const proven = await prove(parts, caller, given);
  if (!proven.ok) return proven;
  await parts.store.prove(caller.session, parts.now());
  return done({ proven: true });
}

async function prove(
  parts: TwoFactorParts,
  caller: Caller,
  { password, code, address }: GivenSelf,
): Promise<Outcome<unknown, CodeRefusal>> {
  const { user } = caller;
  const isAsked = mayHaveFactor(parts.twoFactor, caller) && (await parts.factors.find(user.id)) !== null;
  if (!isAsked)
    return await counted(parts, user, { address }, async () =>
      (await isPasswordOf(parts, user, password)) ? done(null) : invalidField("password", "not_valid"),
    );
  if (code === undefined) return invalidField("code", "required");
  return await proveFactor(parts, user, { password, code, address });
}
