import { expect, test } from "vitest";
import { resultOf } from "./rules.ts";

test.each([
  [{ responseCode: 550, command: "RCPT TO", response: "550 5.1.1 no such user" }, "bounced"],
  [{ responseCode: 550, command: "RCPT TO", response: "550 5.7.1 policy" }, "again"],
  [{ responseCode: 554, command: "RCPT TO", response: "554 Relay access denied" }, "again"],
  [{ responseCode: 552, command: "RCPT TO", response: "552 5.2.2 full" }, "refused"],
  [{ responseCode: 554, command: "DATA", response: "554 5.6.0 content" }, "refused"],
  [{ responseCode: 451, command: "DATA" }, "again"],
  [new Error("away"), "again"],
])("[MAIL-8][MAIL-8b] %j leads to %s", (error, result) => {
  expect(resultOf(error)).toBe(result);
});
