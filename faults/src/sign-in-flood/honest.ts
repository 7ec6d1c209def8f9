import { createCaller } from "../clients/http-caller.ts";
import { monoMs, sleep } from "../clock.ts";

export interface Honest {
  readonly address: string;
  readonly from: string;
  readonly username: string;
  readonly password: string;
}

export interface SignedIn {
  /** The time from the first try to the 200, with the waits that the server asked for, ms; Infinity if it never came. */
  readonly ms: number;
  readonly sentAway: number;
}

/** Signs in, with retries after `Retry-After`, for at most `msMax`. */
export async function signIn({ address, from, username, password }: Honest, msMax: number): Promise<SignedIn> {
  const caller = createCaller({ address, token: "", from, timeoutMs: msMax });
  const begin = monoMs();
  let sentAway = 0;
  try {
    while (monoMs() - begin < msMax) {
      const answer = await caller.call("POST", "/api/v1/login", { username, password });
      if (answer.kind === "answer" && answer.status === 200) return { ms: monoMs() - begin, sentAway };
      if (answer.kind !== "answer" || answer.status !== 429) break;
      sentAway += 1;
      await sleep(Number(answer.retryAfter ?? 1) * 1000);
    }
    return { ms: Infinity, sentAway };
  } finally {
    caller.close();
  }
}

export async function signInAgainAndAgain(
  honest: Honest,
  { seconds, everyMs, msMax }: { readonly seconds: number; readonly everyMs: number; readonly msMax: number },
): Promise<readonly SignedIn[]> {
  const signedIn: SignedIn[] = [];
  const end = monoMs() + seconds * 1000;
  while (monoMs() < end) {
    const begin = monoMs();
    signedIn.push(await signIn(honest, msMax));
    await sleep(begin + everyMs - monoMs());
  }
  return signedIn;
}
