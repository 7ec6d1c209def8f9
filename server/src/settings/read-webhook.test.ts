import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

const read = (environment: Record<string, string>) => readConfig(environment, "/srv").webhook;
const ERP_WEBHOOK_URL = "https://erp.example.ro/cuplaj?to=offers";
const ERP_WEBHOOK_SECRET = "a".repeat(32);

test("[HOOK-1] decisions are sent if an address and a secret are set", () => {
  expect(read({})).toBeNull();
  const url = new URL(ERP_WEBHOOK_URL);
  expect(read({ ERP_WEBHOOK_URL, ERP_WEBHOOK_SECRET })).toEqual({
    url,
    secret: ERP_WEBHOOK_SECRET,
    isPrivateAllowed: false,
  });
  const beside = { ERP_WEBHOOK_URL: "http://10.0.0.5/", ERP_WEBHOOK_SECRET, ERP_WEBHOOK_PRIVATE: "1" };
  expect(read(beside)).toMatchObject({ isPrivateAllowed: true });
  const encoded = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
  expect(read({ ERP_WEBHOOK_URL, ERP_WEBHOOK_SECRET: encoded })).toMatchObject({ secret: encoded });
});

test.each([
  [
    { ERP_WEBHOOK_URL },
    "ERP_WEBHOOK_SECRET is not set: with ERP_WEBHOOK_URL it must be a text of at least 32 characters",
  ],
  [{ ERP_WEBHOOK_SECRET: "hunter2".repeat(4) }, "ERP_WEBHOOK_SECRET is not valid; allowed is a text of at least 32"],
  [{ ERP_WEBHOOK_SECRET: `whsec_${"!".repeat(40)}` }, "ERP_WEBHOOK_SECRET is not valid"],
  [{ ERP_WEBHOOK_SECRET: `whsec_${"ab".repeat(13)}` }, "or whsec_ and base64 of at least 24 bytes"],
  [{ ERP_WEBHOOK_URL: "http://erp.example.ro" }, "ERP_WEBHOOK_URL is not valid; allowed is an https address such as"],
  [{ ERP_WEBHOOK_URL: "ftp://erp.example.ro", ERP_WEBHOOK_PRIVATE: "1" }, "ERP_WEBHOOK_URL is not valid"],
  [{ ERP_WEBHOOK_URL: "https://ana:hunter2@erp.example.ro" }, "ERP_WEBHOOK_URL is not valid"],
  [{ ERP_WEBHOOK_URL: "erp" }, "ERP_WEBHOOK_URL is not valid"],
  [{ ERP_WEBHOOK_SECRET }, "ERP_WEBHOOK_SECRET does nothing without ERP_WEBHOOK_URL"],
  [{ ERP_WEBHOOK_PRIVATE: "yes" }, 'ERP_WEBHOOK_PRIVATE is "yes"; allowed is one of 0, 1.'],
])("[RUN-6] %j is refused in a sentence without the secret", (environment, sentence) => {
  const wrong = (): unknown => read(environment);
  expect(wrong).toThrow(sentence);
  expect(wrong).not.toThrow("hunter2");
});
