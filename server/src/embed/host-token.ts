import { createHmac, timingSafeEqual } from "node:crypto";
import { usernameCharactersMax } from "@cuplaj/protocol/limits.ts";
import type { HostTokenProblem } from "@cuplaj/protocol/host-token.ts";
import { Type } from "typebox";
import { Check } from "typebox/schema";
import type { HostClaims } from "./rules.ts";

/** RFC 7515, 4.1.11: tokens with `crit` are rejected, since it lists extensions that are unknown here. */
const Header = Type.Object({ alg: Type.Literal("HS256"), crit: Type.Optional(Type.Never()) });
const Seconds = Type.Integer({ minimum: 0, maximum: 1e11 });
const Claims = Type.Object({
  aud: Type.String(),
  origin: Type.String(),
  sub: Type.String({ minLength: 1, maxLength: usernameCharactersMax }),
  jti: Type.String({ minLength: 1, maxLength: 200 }),
  iat: Seconds,
  exp: Seconds,
  nbf: Type.Optional(Seconds),
});

/**
 * EMB-2b: reads a JWT of three parts, signed with HS256 and this secret (decision 0041). Checks the signature before parsing anything, and
 * ignores the header's choice of algorithm.
 */
export function readHostToken(
  token: string,
  secret: string,
): { readonly claims: HostClaims } | { readonly problem: HostTokenProblem } {
  const [, signed, header, payload, signature] =
    /^((?<header>[\w-]+)\.(?<payload>[\w-]+))\.(?<signature>[\w-]{43})$/u.exec(token) ?? [];
  if (signed === undefined || header === undefined || payload === undefined || signature === undefined)
    return { problem: "signature" };
  const right = createHmac("sha256", secret).update(signed).digest();
  if (!timingSafeEqual(right, Buffer.from(signature, "base64url"))) return { problem: "signature" };
  if (!Check(Header, parsed(header))) return { problem: "signature" };
  const claims = parsed(payload);
  return Check(Claims, claims) ? { claims } : { problem: "claims" };
}

function parsed(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
  } catch {
    // The text is not JSON; null fails every schema.
    return null;
  }
}
