import type { HostTokenProblem } from "@cuplaj/protocol/host-token.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { done, type Outcome, type RefusedWith, refusedWith } from "../kernel/outcome.ts";
import { shortUserAgent } from "../sign-in/rules.ts";
import type { SignInParts } from "../sign-in/sign-in.ts";
import { hashToken, makeToken } from "../sign-in/token.ts";
import { readHostToken } from "./host-token.ts";
import { problemOfClaims } from "./rules.ts";
import type { HostTokenStore } from "./store.ts";

/** EMB-2: a null secret means that hosts cannot sign people in. */
export interface HostSignIn {
  readonly secret: string | null;
  readonly audiences: readonly string[];
  readonly embedOrigins: readonly string[];
}

export interface HostSignInParts extends Omit<SignInParts, "decoyHash"> {
  readonly hostTokens: Pick<HostTokenStore, "use">;
  readonly hostSignIn: HostSignIn;
}

interface Attempt {
  readonly token: string;
  /** The origin of the page that passed the token to the frame, if the frame reports it. */
  readonly origin: string | undefined;
  /** The caller's `addressGroup`. */
  readonly address: string;
  readonly userAgent: string | null;
}

type HostTokenRefusal = RefusedWith<"embed_token_refused", { readonly problem: HostTokenProblem }>;
const refuse = (problem: HostTokenProblem): HostTokenRefusal => refusedWith("embed_token_refused", { problem });

type Account = NonNullable<Awaited<ReturnType<SignInParts["store"]["findAccount"]>>>;

/** EMB-2: signs in the person named by a host's token. Failures count against that person, or nobody if the token is unsigned (EMB-2j). */
export async function signInByHost(
  parts: HostSignInParts,
  attempt: Attempt,
): Promise<Outcome<{ token: string; user: User }, HostTokenRefusal>> {
  const { secret } = parts.hostSignIn;
  const { address } = attempt;
  const read = secret === null ? ({ problem: "off" } as const) : readHostToken(attempt.token, secret);
  const username = "claims" in read ? read.claims.sub : "";
  let problem: HostTokenProblem = "person";
  const checked = await parts.guard.run({ username, address }, async () => {
    const found = await check(parts, attempt, read);
    if (typeof found !== "string") return found;
    problem = found;
    parts.security.note("sign-in.failed", { who: null, what: `embed ${found}`, from: address });
    return null;
  });
  if (!checked.ok) return checked;
  const account = checked.value;
  if (account === null) return refuse(problem);
  const token = makeToken();
  const userAgent = shortUserAgent(attempt.userAgent);
  // TFA-1: no second factor is asked for, since the host vouches for the person.
  const signed = { ...account, userAgent, isVouched: true } as const;
  const user = await parts.store.addToken(hashToken(token), signed, parts.now());
  // `user` is null if the person was disabled after the check.
  if (user === null) return refuse("person");
  parts.security.note("sign-in.succeeded", { who: user.id, what: "embed", from: address, by: "host" });
  return done({ token, user });
}

/** Returns the account or the problem; marks the token as used before it looks up the person. */
async function check(
  { store, hostTokens, hostSignIn, now }: HostSignInParts,
  { origin: handedBy }: Attempt,
  read: ReturnType<typeof readHostToken>,
): Promise<Account | HostTokenProblem> {
  if ("problem" in read) return read.problem;
  const { claims } = read;
  const problem = problemOfClaims(claims, { ...hostSignIn, handedBy, now: now() });
  if (problem !== null) return problem;
  if (!(await hostTokens.use(claims.jti, claims.exp * 1000))) return "used";
  return (await store.findAccount(claims.sub)) ?? "person";
}
