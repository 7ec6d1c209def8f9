import { expect, test } from "vitest";
import { makePassword } from "./token.ts";

test("[USR-4b] a random password has 17 letters and digits, none of them easily confused, different each time", () => {
  const made = Array.from({ length: 1000 }, makePassword);
  for (const password of made) expect(password).toMatch(/^[2-9A-HJ-NP-Za-km-z]{17}$/u);
  expect(new Set(made).size).toBe(made.length);
  expect(new Set(made.join("")).size).toBe(57);
});
