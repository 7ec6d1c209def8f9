import { createHmac, randomUUID } from "node:crypto";
import { systemClock } from "../kernel/clock.ts";
import type { HostSignIn } from "../embed/sign-in-by-host.ts";

export const hostOrigin = "https://parts.example.ro";

export const testHostSignIn = {
  secret: "the secret of the tests, 32 and more",
  audiences: ["https://chat.example.ro", "http://127.0.0.1:8080"],
  embedOrigins: [hostOrigin, "https://*.shops.example.ro"],
} satisfies HostSignIn;

export const encodePart = (part: unknown): string =>
  Buffer.from(typeof part === "string" ? part : JSON.stringify(part)).toString("base64url");

export const signHostToken = (signed: string, secret: string = testHostSignIn.secret): string =>
  `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;

/** Makes a valid token for Ana, as a host's server would. `claims` override others, and undefined removes one. */
export function makeHostToken(
  claims: Readonly<Record<string, unknown>> = {},
  header: object = { alg: "HS256", typ: "JWT" },
  secret?: string,
): string {
  const iat = Math.floor(systemClock.now() / 1000);
  const payload = { aud: testHostSignIn.audiences[0], origin: hostOrigin, sub: "ana", jti: randomUUID() };
  return signHostToken(`${encodePart(header)}.${encodePart({ ...payload, iat, exp: iat + 60, ...claims })}`, secret);
}
