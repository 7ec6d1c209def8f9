import { createECDH } from "node:crypto";
import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

const read = (environment: Record<string, string>) => readConfig(environment, "/srv").push;
const makeKeys = () => {
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  // `getPrivateKey` omits leading zeros.
  const privateKey = Buffer.from(pair.getPrivateKey("hex").padStart(64, "0"), "hex");
  return { VAPID_PUBLIC_KEY: pair.getPublicKey("base64url"), VAPID_PRIVATE_KEY: privateKey.toString("base64url") };
};
const keys = makeKeys();
const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY } = keys;
const open = { HOST: "0.0.0.0", PUBLIC_URL: "https://chat.example.ro", PUSHER_APP_SECRET: "a".repeat(32) };

test("[PUSH-3] keys are generated and stored if unset, and push services get a contact", () => {
  expect(read({})).toEqual({
    isLoopbackAllowed: false,
    vapid: null,
    subject: "https://cuplaj.invalid",
    delayMs: 5000,
  });
  expect(read(open).subject).toBe("https://chat.example.ro");
  expect(read({ ...open, VAPID_SUBJECT: "mailto:ana@example.ro", PUSH_DELAY_SECONDS: "0" })).toMatchObject({
    subject: "mailto:ana@example.ro",
    delayMs: 0,
  });
  expect(read(keys).vapid).toEqual({ publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY });
  expect(read({ PUSH_ENDPOINTS: "loopback" }).isLoopbackAllowed).toBe(true);
});

test.each([
  [{ VAPID_PUBLIC_KEY }, "VAPID_PRIVATE_KEY is not set: VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be set together"],
  [{ VAPID_PRIVATE_KEY }, "VAPID_PUBLIC_KEY is not set"],
  [{ ...keys, VAPID_PRIVATE_KEY: makeKeys().VAPID_PRIVATE_KEY }, "VAPID_PRIVATE_KEY is not valid; allowed is the one"],
  [{ ...keys, VAPID_PRIVATE_KEY: "A".repeat(43) }, "VAPID_PRIVATE_KEY is not valid; allowed is the one"],
  [{ ...keys, VAPID_PRIVATE_KEY: "hunter2" }, "VAPID_PRIVATE_KEY is not valid; allowed is 32 bytes in base64url."],
  [{ ...keys, VAPID_PUBLIC_KEY: "abc" }, 'VAPID_PUBLIC_KEY is "abc"; allowed is 65 bytes in base64url.'],
  [{ VAPID_SUBJECT: "ana@example.ro" }, "VAPID_SUBJECT is"],
  [{ VAPID_SUBJECT: "http://example.ro" }, "VAPID_SUBJECT is"],
  [{ PUSH_DELAY_SECONDS: "soon" }, "PUSH_DELAY_SECONDS is"],
  [{ PUSH_ENDPOINTS: "all" }, 'PUSH_ENDPOINTS is "all"; allowed is one of public, loopback.'],
  [{ ...open, PUSH_ENDPOINTS: "loopback" }, 'PUSH_ENDPOINTS is "loopback"; with HOST 0.0.0.0 only public is allowed'],
])("[PUSH-3][PUSH-1b] %j is refused in a sentence without the secret", (environment, sentence) => {
  const wrong = (): unknown => read(environment);
  expect(wrong).toThrow(sentence);
  expect(wrong).not.toThrow("hunter2");
});
