import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

const out = { SMTP_URL: "smtp://127.0.0.1", MAIL_FROM: "chat@piese.example" };
const read = (environment: Record<string, string>) => readConfig({ ...out, ...environment }, "/srv").inboundMail;
const INBOUND_MAIL_SECRET = "s".repeat(32);
const IMAP_URL = "imaps://chat%40piese.example:parola@imap.piese.example/INBOX";

test("[INMAIL-1] answers are taken over HTTP, from a mailbox, both or not at all", () => {
  expect(read({})).toBeNull();
  expect(read({ INBOUND_MAIL_SECRET })).toEqual({ secret: INBOUND_MAIL_SECRET, imapUrl: null });
  expect(read({ INBOUND_MAIL_SECRET, IMAP_URL })).toEqual({ secret: INBOUND_MAIL_SECRET, imapUrl: IMAP_URL });
});

test.each([
  [{ INBOUND_MAIL_SECRET: "short" }, "INBOUND_MAIL_SECRET is not valid; allowed is a text of at least 32 characters"],
  [{ IMAP_URL: "https://imap.piese.example" }, "IMAP_URL is not valid; allowed is an address such as imaps://"],
  [{ IMAP_URL, SMTP_URL: "", MAIL_FROM: "" }, "IMAP_URL does nothing without SMTP_URL"],
])("[INMAIL-1] refuses %j", (environment, problem) => {
  expect(() => read(environment)).toThrow(problem);
});
