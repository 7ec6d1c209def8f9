import type { User } from "@cuplaj/protocol/participant.ts";

/** Who calls: the signed-in person, and the session that the token stands for (never the token itself). */
export interface Caller {
  readonly user: User;
  readonly session: string;
}

/**
 * Finds who a bearer token belongs to; null for a token that is missing, unknown or expired. Of a token that was not good here
 * lately `mayAsk` is asked before the database is; where it says no, nobody is found (SEC-4).
 */
export type IdentifyCaller = (token: string, mayAsk: () => Promise<boolean>) => Promise<Caller | null>;

/** The token in an `Authorization` header, or null. */
export function bearerToken(header: string | undefined): string | null {
  return /^Bearer ([\w-]{20,200})$/iu.exec(header ?? "")?.[1] ?? null;
}
