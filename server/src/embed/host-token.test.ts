import { createHmac, createSign, generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { encodePart, makeHostToken, signHostToken, testHostSignIn } from "../testing/host-tokens.ts";
import { readHostToken } from "./host-token.ts";

const { secret } = testHostSignIn;
const good = makeHostToken({ jti: "one" });
const [header = "", payload = "", signature = ""] = good.split(".");
const ofSignature = { problem: "signature" };

test("[EMB-2b] reads a token signed with HS256 and the secret", () => {
  expect(readHostToken(good, secret)).toMatchObject({ claims: { sub: "ana", jti: "one" } });
  expect(readHostToken(makeHostToken({ jti: "two", name: "Ana", roles: ["Admin"] }), secret)).toMatchObject({
    claims: { jti: "two" },
  });
});

const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
const publicKey = pair.publicKey.export({ type: "spki", format: "pem" }).toString();
const byRsa = (alg: string): string => {
  const signed = `${encodePart({ alg })}.${payload}`;
  return `${signed}.${createSign("RSA-SHA256").update(signed).sign(pair.privateKey, "base64url")}`;
};
const byHash = (hash: string, alg: string): string => {
  const signed = `${encodePart({ alg })}.${payload}`;
  return `${signed}.${createHmac(hash, secret).update(signed).digest("base64url")}`;
};

test.each([
  ["alg none, without a signature", `${encodePart({ alg: "none" })}.${payload}.`],
  ["alg none, with the right signature", makeHostToken({}, { alg: "none" })],
  ["alg None", makeHostToken({}, { alg: "None" })],
  ["no alg", makeHostToken({}, { typ: "JWT" })],
  ["a list of algs", makeHostToken({}, { alg: ["HS256"] })],
  ["RS256", byRsa("RS256")],
  ["RS256 under the name of HS256", byRsa("HS256")],
  ["HS256 by the public key of others", makeHostToken({}, { alg: "HS256" }, publicKey)],
  ["HS256 by the secret, called RS256", makeHostToken({}, { alg: "RS256" })],
  ["HS384", byHash("sha384", "HS384")],
  ["HS512 under the name of HS256", byHash("sha512", "HS256")],
  ["another secret", makeHostToken({}, { alg: "HS256" }, `${secret}x`)],
  ["an empty secret", makeHostToken({}, { alg: "HS256" }, "")],
  ["a critical extension", makeHostToken({}, { alg: "HS256", crit: ["b64"], b64: false })],
  ["another payload", `${header}.${encodePart({ sub: "radu" })}.${signature}`],
  ["another header", `${encodePart({ alg: "HS256", kid: "1" })}.${payload}.${signature}`],
  ["a shorter signature", good.slice(0, -1)],
  ["a longer signature", `${good}A`],
  ["a part more", `${good}.${payload}`],
  ["a part less", `${header}.${payload}`],
  ["five parts, as encrypted ones have", `${header}.${payload}.${payload}.${payload}.${signature}`],
  ["blanks around", ` ${good}`],
  ["a line break behind", `${good}\n`],
  ["padding", `${header}=.${payload}.${signature}`],
  ["another alphabet", good.replace(header, `${header}+/`)],
  ["a header that is no JSON", signHostToken(`${encodePart("x")}.${payload}`)],
  ["a header that is null", signHostToken(`${encodePart("null")}.${payload}`)],
  ["no token", "x"],
])("[EMB-2b] with %s the only problem reported is a wrong signature", (_name, token) => {
  expect(readHostToken(token, secret)).toEqual(ofSignature);
});

test.each([
  ["no person", { sub: undefined }],
  ["an empty person", { sub: "" }],
  ["a number for a person", { sub: 7 }],
  ["a long person", { sub: "a".repeat(65) }],
  ["no id", { jti: undefined }],
  ["a long id", { jti: "a".repeat(201) }],
  ["no audience", { aud: undefined }],
  ["a list of audiences", { aud: ["https://chat.example.ro"] }],
  ["no origin", { origin: undefined }],
  ["no beginning", { iat: undefined }],
  ["no end", { exp: undefined }],
  ["an end in text", { exp: "1800000000" }],
  ["half a second", { exp: 1_800_000_000.5 }],
  ["an endless end", { exp: 1e300 }],
  ["an end before all times", { iat: -1 }],
])("[EMB-2l] a signed token with %s is refused for its claims", (_name, claims) => {
  expect(readHostToken(makeHostToken(claims), secret)).toEqual({ problem: "claims" });
});

test("[EMB-2l] a signed payload that is not an object has bad claims", () => {
  for (const odd of ["x", "null", "[]", "7", ""])
    expect(readHostToken(signHostToken(`${header}.${encodePart(odd) || "e"}`), secret)).toEqual({ problem: "claims" });
});
