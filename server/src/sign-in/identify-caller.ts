import type { User } from "@cuplaj/protocol/participant.ts";
import type { CallerCache } from "./caller-cache.ts";
import { tokenState } from "./rules.ts";
import type { SignInStore } from "./store.ts";
import { hashToken, sessionOf } from "./token.ts";

/**
 * Whoever a token belongs to; null for one that is unknown, expired or a disabled person's (AUTH-2), or was not good here lately
 * where `mayAsk` says that the store is not to be asked for it (SEC-4).
 */
export type FindCaller = (
  token: string,
  mayAsk: () => Promise<boolean>,
) => Promise<{ user: User; session: string } | null>;

/** Makes the use case; a token in use is written down every few minutes only. */
export function createFindCaller(
  store: Pick<SignInStore, "findTokenOwner" | "touchToken">,
  cache: CallerCache,
  now: () => number,
): FindCaller {
  return async (token, mayAsk) => {
    const hash = hashToken(token);
    const session = sessionOf(hash);
    // Each call by itself, since a look may be shared: who is sent away for an address must not take another's answer for theirs.
    if (!cache.knows(session) && !(await mayAsk())) return null;
    return await cache.find(session, async () => {
      const owner = await store.findTokenOwner(hash);
      const state = owner === null ? "expired" : tokenState(owner.lastUsedAt, now());
      if (owner === null || state === "expired") return null;
      if (state === "good-touch") await store.touchToken(hash, now());
      return { user: owner.user, session };
    });
  };
}
