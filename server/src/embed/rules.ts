import { hostTokenSecondsMax } from "@cuplaj/protocol/limits.ts";
import { isEmbedOrigin } from "@cuplaj/protocol/embed-origins.ts";
import type { HostTokenProblem } from "@cuplaj/protocol/host-token.ts";

/** What a host's server says in a token that it signed (EMB-2); times in seconds, as in every JWT. */
export interface HostClaims {
  readonly aud: string;
  readonly origin: string;
  readonly sub: string;
  readonly jti: string;
  readonly iat: number;
  readonly exp: number;
  readonly nbf?: number;
}

/** What a token is judged by. */
interface Judged {
  /** Origins that people open us by; a token names one of them. */
  readonly audiences: readonly string[];
  /** `EMBED_ORIGINS` */
  readonly embedOrigins: readonly string[];
  /** Where the frame was handed it, as the frame says. */
  readonly handedBy: string | undefined;
  /** ms */
  readonly now: number;
}

/** A host's clock may be so far ahead of ours, seconds. */
const clockSkewSeconds = 5;

/** EMB-2d, EMB-2e: what is wrong with what a signed token says; null where nothing is. */
export function problemOfClaims(claims: HostClaims, judged: Judged): HostTokenProblem | null {
  const { aud, origin, iat, exp, nbf = iat } = claims;
  const nowSeconds = judged.now / 1000;
  if (!judged.audiences.includes(aud)) return "audience";
  const { handedBy = origin } = judged;
  if (!isEmbedOrigin(judged.embedOrigins, origin) || handedBy !== origin) return "origin";
  if (exp <= iat || exp - iat > hostTokenSecondsMax) return "lifetime";
  if (Math.max(iat, nbf) > nowSeconds + clockSkewSeconds) return "future";
  return exp <= nowSeconds ? "expired" : null;
}
