import { createECDH } from "node:crypto";
import { expect, test } from "vitest";
import type { PushPayload } from "@cuplaj/protocol/push.ts";
import { makeBrowser } from "../testing/push-service.ts";
import type { OutgoingRequest } from "../kernel/post.ts";
import { createEncryptPush } from "./encrypt-push.ts";

const pair = createECDH("prime256v1");
pair.generateKeys();
const vapid = { publicKey: pair.getPublicKey("base64url"), privateKey: pair.getPrivateKey("base64url") };
const encryptPush = createEncryptPush({ vapid, subject: "mailto:ana@example.ro" });
const payload: PushPayload = {
  v: 1,
  room: "oferta.10001",
  title: "Oferta 10001",
  author: "Ștefan Țurcanu",
  excerpt: "Plăcuțele sunt pe stoc 🔧",
  message_seq: 57,
  badge: 3,
  url: "/view/oferta.10001",
  language: "ro",
};
const asReceived = ({ headers, body }: OutgoingRequest) => ({ headers, body: "", bytes: Buffer.from(body), path: "" });

test("[PUSH-2] only the browser can read a push, and its service can identify the sender", () => {
  const [browser, other] = [makeBrowser({ port: 9 }), makeBrowser({ port: 9 })];
  const received = asReceived(encryptPush({ ...browser.subscription, payload }, 0));
  expect(browser.read(received, vapid.publicKey)).toEqual(payload);
  expect(() => other.read(received, vapid.publicKey)).toThrow(/./u);
  expect(received.bytes.toString("latin1")).not.toContain("oferta");
  expect(JSON.stringify(received.headers)).not.toContain("oferta");
});

test("[PUSH-2a] a push is urgent, valid for a day, and replaces only the previous one of its room and browser", () => {
  const [browser, other] = [makeBrowser({ port: 9 }), makeBrowser({ port: 9 })];
  const headersOf = (to: typeof browser, room: string) =>
    encryptPush({ ...to.subscription, payload: { ...payload, room } }, 0).headers;
  const first = headersOf(browser, "oferta.10001");
  expect(first).toMatchObject({ urgency: "high", ttl: "86400", topic: expect.stringMatching(/^[\w-]{32}$/u) });
  expect(headersOf(browser, "oferta.10001")["topic"]).toBe(first["topic"]);
  expect(headersOf(browser, "oferta.10002")["topic"]).not.toBe(first["topic"]);
  expect(headersOf(other, "oferta.10001")["topic"]).not.toBe(first["topic"]);
});

test("[PUSH-5a] one signature is used for a push service for an hour", () => {
  const [browser, elsewhere] = [makeBrowser({ port: 9 }), makeBrowser({ port: 10 })];
  const signedAt = (ms: number, to = browser) =>
    encryptPush({ ...to.subscription, payload }, ms).headers["authorization"];
  const first = signedAt(0);
  expect(signedAt(3_599_999)).toBe(first);
  expect(signedAt(3_600_000)).not.toBe(first);
  expect(signedAt(0, elsewhere)).not.toBe(first);
});

test("[PUSH-2] the longest payload is shorter than what a push service may refuse (4096 bytes)", () => {
  const { subscription } = makeBrowser({ port: 9 });
  const longest = { ...payload, author: "🔧".repeat(200), excerpt: '\u{2028}"'.repeat(80), title: "Ț".repeat(40) };
  expect(encryptPush({ ...subscription, payload: longest }, 0).body.length).toBeLessThan(3000);
});
