import { expect, test } from "vitest";
import { newCanary, searchLog } from "./canary.ts";

const canary = newCanary("a password");
const holds = (log: string): boolean => searchLog(log, [canary]).every((finding) => finding.holds);

test("[SEC-12a] a secret is found in a log as it is, in part and in base64", () => {
  const { text } = canary;
  expect(holds("ready\nall is well\n")).toBe(true);
  expect(holds(`ready\n{"msg":"wrong password ${text}"}\n`)).toBe(false);
  expect(holds(`ready\nUnexpected token 'x', "...${text.slice(-16)}" is not valid JSON\n`)).toBe(false);
  expect(holds(`ready\nAuthorization: Basic ${Buffer.from(text).toString("base64")}\n`)).toBe(false);
});

test("[SEC-12a] a log that is empty, or that is searched for nothing, proves nothing", () => {
  expect(holds("")).toBe(false);
  expect(searchLog("ready\nall is well\n", [])[0]?.holds).toBe(false);
});
