import { hostTokenSecondsMax } from "@cuplaj/protocol/limits.ts";
import { isEmbedOrigin } from "@cuplaj/protocol/embed-origins.ts";
import type { HostTokenProblem } from "@cuplaj/protocol/host-token.ts";

/** EMB-2: the claims of a host's token; times are in seconds, as in every JWT. */
export interface HostClaims {
  readonly aud: string;
  readonly origin: string;
  readonly sub: string;
  readonly jti: string;
  readonly iat: number;
  readonly exp: number;
  readonly nbf?: number;
}

interface Judged {
  /** This installation's public origins; `aud` must be one of them. */
  readonly audiences: readonly string[];
  readonly embedOrigins: readonly string[];
  /** The origin of the page that passed the token to the frame, as reported by the frame. */
  readonly handedBy: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

const clockSkewSeconds = 5;

/** EMB-2d, EMB-2e: returns the first problem of the claims; null if they are valid. */
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
