import { expect, test } from "vitest";
import { problemOfClaims } from "./rules.ts";

const now = 1_800_000_000;
const origin = "https://parts.example.ro";
const claims = { aud: "https://chat.example.ro", origin, sub: "ana", jti: "1", iat: now, exp: now + 120 };
const judged = {
  audiences: ["https://chat.example.ro"],
  embedOrigins: [origin, "https://*.shops.example.ro"],
  handedBy: undefined as string | undefined,
  now: now * 1000,
};
const problemOf = (changes: Partial<typeof claims> & { nbf?: number }, more: Partial<typeof judged> = {}) =>
  problemOfClaims({ ...claims, ...changes }, { ...judged, ...more });

test("[EMB-2d][EMB-2e] accepts a valid token", () => {
  expect(problemOf({})).toBeNull();
  expect(problemOf({}, { handedBy: origin })).toBeNull();
  expect(problemOf({ origin: "https://north.shops.example.ro" })).toBeNull();
});

test.each(["https://chat.example.ro/", "https://CHAT.example.ro", "https://chat.example.ro.evil.ro", "cuplaj", ""])(
  "[EMB-2d] refuses the audience %s",
  (aud) => {
    expect(problemOf({ aud })).toBe("audience");
  },
);

test("[EMB-2d] a token for another origin, or passed on by another, is refused", () => {
  for (const other of [
    "https://evil.example.ro",
    "https://a.b.shops.example.ro",
    "https://parts.example.ro/",
    "null",
    "*",
  ])
    expect(problemOf({ origin: other }, { handedBy: other })).toBe("origin");
  expect(problemOf({}, { handedBy: "https://north.shops.example.ro" })).toBe("origin");
  expect(problemOf({}, { handedBy: "" })).toBe("origin");
  expect(problemOf({}, { embedOrigins: [] })).toBe("origin");
});

test("[EMB-2e] refuses a lifetime over 120 s", () => {
  expect(problemOf({ exp: now + 121 })).toBe("lifetime");
  expect(problemOf({ exp: now })).toBe("lifetime");
  expect(problemOf({ iat: now - 3600, exp: now + 60 })).toBe("lifetime");
});

test("[EMB-2e] is valid until just before its end", () => {
  const late = (passedMs: number) => problemOf({}, { now: (now + 120) * 1000 + passedMs });
  expect([late(-1), late(0), late(60_000)]).toEqual([null, "expired", "expired"]);
});

test("[EMB-2e] tolerates a clock 5 s ahead and no more, also for `nbf`", () => {
  const ahead = (seconds: number) => problemOf({ iat: now + seconds, exp: now + seconds + 60 });
  expect([ahead(5), ahead(6), ahead(3600)]).toEqual([null, "future", "future"]);
  expect(problemOf({ nbf: now + 5 })).toBeNull();
  expect(problemOf({ nbf: now + 6 })).toBe("future");
});
