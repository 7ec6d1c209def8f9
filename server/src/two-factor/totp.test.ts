import { describe, expect, test } from "vitest";
import { toBase32 } from "./base32.ts";
import { issuerOf } from "./rules.ts";
import { addressOf, codeOf, judgeCode, stepAt } from "./totp.ts";

const secret = Buffer.from("12345678901234567890");
/** RFC 6238, appendix B, SHA-1: times in seconds and codes of eight digits, whose last six are used. */
const vectors: readonly (readonly [number, string])[] = [
  [59, "94287082"],
  [1_111_111_109, "07081804"],
  [1_111_111_111, "14050471"],
  [1_234_567_890, "89005924"],
  [2_000_000_000, "69279037"],
  [20_000_000_000, "65353130"],
];

test.each(vectors)("[TFA-2] the code at %i s matches RFC 6238", (seconds, eight) => {
  expect(codeOf(secret, stepAt(seconds * 1000))).toBe(eight.slice(2));
});

describe("a code", () => {
  const now = 1_234_567_890_000;
  const step = stepAt(now);
  const judge = (at: number, lastStep = 0) => judgeCode(secret, codeOf(secret, at), { now, lastStep });

  test.each([-1, 0, 1])("[TFA-2] is valid %i steps from now", (by) => {
    expect(judge(step + by)).toEqual({ step: step + by });
  });

  test("[TFA-2] is valid once, and voids the codes of earlier steps", () => {
    expect(judge(step, step)).toEqual({ problem: "used" });
    expect(judge(step - 1, step)).toEqual({ problem: "used" });
    expect(judge(step + 1, step)).toEqual({ step: step + 1 });
  });

  test("[TFA-2] counts as expired for up to five minutes; any other is wrong, including a future one", () => {
    expect(judge(step - 2)).toEqual({ problem: "expired" });
    expect(judge(step - 10)).toEqual({ problem: "expired" });
    for (const at of [step - 11, step + 2, step + 10]) expect(judge(at)).toEqual({ problem: "wrong" });
    for (const code of ["", "12345", "1234567", "abcdef", "١٢٣٤٥٦"])
      expect(judgeCode(secret, code, { now, lastStep: 0 })).toEqual({ problem: "wrong" });
  });
});

test("[TFA-2] a secret is shown in base32 (RFC 4648) and as an authenticator URI", () => {
  expect(toBase32(Buffer.from("foobar"))).toBe("MZXW6YTBO");
  expect(toBase32(secret)).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
  const issuer = issuerOf("https://chat.example.ro:8443");
  const address = new URL(addressOf(secret, { username: "mia stan", issuer }));
  expect([address.protocol, address.pathname]).toEqual(["otpauth:", "/Cuplaj%20(chat.example.ro):mia%20stan"]);
  expect(Object.fromEntries(address.searchParams)).toEqual({
    secret: toBase32(secret),
    ...{ issuer: "Cuplaj (chat.example.ro)", algorithm: "SHA1", digits: "6", period: "30" },
  });
});
