import type { Clock } from "./clock.ts";
import { CommandError, type FrameLink } from "./frame-link.ts";

/** Gets a token of the host's own server for whoever is signed in there, or null where nobody is. */
export type GetToken = () => Promise<string | null>;

/** How long a host has to get a token, ms. */
const tokenMsMax = 10_000;

/**
 * EMB-4h: makes the frame's person the host's, or nobody where nobody is signed in there. One attempt at a time. Where the host cannot say
 * who it is, the frame stays as it is. Never rejects.
 */
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
      // What the frame answers is an `error` too.
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
