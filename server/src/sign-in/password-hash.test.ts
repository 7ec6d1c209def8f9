import { describe, expect, test } from "vitest";
import { hashPassword, verifyPassword } from "./password-hash.ts";

describe("password hashes", () => {
  test("[AUTH-2c] a password is stored as argon2id with 19 MiB, two passes, and its own salt", async () => {
    const [first, second] = [await hashPassword("Țăruș-42"), await hashPassword("Țăruș-42")];
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/u);
    expect(second).not.toBe(first);
    expect(await verifyPassword("Țăruș-42", first)).toBe(true);
    expect(await verifyPassword("Țăruș-43", first)).toBe(false);
    expect(await verifyPassword("Țăruș-4", first)).toBe(false);
  });

  test("[AUTH-2c] the same letters are the same password, however a keyboard composes them", async () => {
    const composed = "pară mălaiață".normalize("NFC");
    expect(await verifyPassword(composed.normalize("NFD"), await hashPassword(composed))).toBe(true);
  });

  test("[AUTH-2c] every character of a long password counts, and unusual passwords are valid", async () => {
    const long = "x".repeat(1023);
    expect(await verifyPassword(`${long}a`, await hashPassword(`${long}b`))).toBe(false);
    expect(await verifyPassword("a\0b", await hashPassword("a\0b"))).toBe(true);
    expect(await verifyPassword("a\0c", await hashPassword("a\0b"))).toBe(false);
  });

  test.each(["", "demo", "$argon2i$v=19$m=19456,t=2,p=1$AAAA$AAAA", "$2b$10$abcdefghijklmnopqrstuv"])(
    "[AUTH-2c] a malformed hash (%s) matches no password",
    async (stored) => {
      expect(await verifyPassword("demo", stored)).toBe(false);
    },
  );

  test("[AUTH-2c] hashing leaves the event loop free", async () => {
    let turns = 0;
    let isDone = false;
    const count = (): void => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    await hashPassword("parola");
    isDone = true;
    expect(turns).toBeGreaterThan(20);
  });
});
