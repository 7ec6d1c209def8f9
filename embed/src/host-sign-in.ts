import type { Clock } from "./clock.ts";
import { CommandError, type FrameLink } from "./frame-link.ts";

/** Fetches a token from the host's server for the person signed in there; null if nobody is. */
export type GetToken = () => Promise<string | null>;

/** Timeout of `getToken`, ms. */
const tokenMsMax = 10_000;

/** EMB-4h: signs in as the host's person, or out if null, one attempt at a time. Reports a failing `getToken` and never rejects. */
export function createHostSignIn(
  getToken: GetToken,
  link: Pick<FrameLink, "commandFirst">,
  clock: Pick<Clock, "later">,
): () => Promise<void> {
  let underWay: Promise<void> | null = null;
  async function signIn(): Promise<void> {
    try {
      const token = await inTime(getToken(), clock);
      await (token === null
        ? link.commandFirst("signOut", { unsent: "keep" })
        : link.commandFirst("signIn", { token }));
    } catch (error) {
      // The frame itself reports its refusals as `error` events.
      if (!(error instanceof CommandError)) reportError(error);
    }
  }
  return () => {
    underWay ??= signIn().finally(() => {
      underWay = null;
    });
    return underWay;
  };
}

async function inTime(token: Promise<string | null>, clock: Pick<Clock, "later">): Promise<string | null> {
  const late = Promise.withResolvers<never>();
  const cancel = clock.later(tokenMsMax, () => late.reject(new Error(`getToken took longer than ${tokenMsMax} ms`)));
  try {
    return await Promise.race([token, late.promise]);
  } finally {
    cancel();
  }
}
