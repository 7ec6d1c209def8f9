import { expect, test } from "vitest";
import { createSecurityLog } from "./security-log.ts";
import { FakeClock } from "../testing/realtime/fake-clock.ts";

function collected() {
  const lines: object[] = [];
  const write = (line: object): void => void lines.push(line);
  const clock = new FakeClock();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only one of pino's overloads is used
  const log = { info: write, warn: write } as unknown as Parameters<typeof createSecurityLog>[0]["log"];
  return { lines, clock, security: createSecurityLog({ log, clock, store: () => undefined }) };
}

test("[SEC-6] a security event is one line with its name, person, object and address", () => {
  const { lines, security } = collected();
  security.note("sign-in.failed", { who: null, what: "main", from: "192.0.2.1" });
  expect(lines).toEqual([{ event: "sign-in.failed", who: null, what: "main", from: "192.0.2.1" }]);
});

test("[SEC-6] a flood from one address makes 20 lines a minute and a count, and hides no other events", () => {
  const { lines, clock, security } = collected();
  const fail = (from: string): void => security.note("sign-in.failed", { who: null, what: "main", from });
  for (let n = 0; n < 5000; n += 1) fail("192.0.2.1");
  fail("192.0.2.2");
  expect(lines).toHaveLength(21);
  clock.advance(60_000);
  expect(lines.at(-1)).toEqual({ event: "sign-in.failed", left_out: 4980 });
  fail("192.0.2.1");
  expect(lines.at(-1)).toMatchObject({ from: "192.0.2.1" });
});

test("[SEC-6] the operator's events are always logged, even in a flood", () => {
  const { lines, security } = collected();
  for (let n = 0; n < 30_000; n += 1) security.note("limit.met", { who: null, what: "x", from: `192.0.2.${n}` });
  for (let n = 0; n < 30; n += 1) security.note("account.disabled", { who: null, what: String(n), from: null });
  security.note("sign-in.succeeded", { who: 7, what: "main", from: "198.51.100.1" });
  expect(lines).toHaveLength(600 + 30 + 1);
});

test("[SEC-6] a flood from many addresses makes 600 lines a minute of one event, and others are still logged", () => {
  const { lines, clock, security } = collected();
  for (let n = 0; n < 30_000; n += 1) security.note("limit.met", { who: null, what: "x", from: `192.0.2.${n}` });
  expect(lines).toHaveLength(600);
  clock.advance(60_000);
  expect(lines.at(-1)).toEqual({ event: "limit.met", left_out: 29_400 });
});
