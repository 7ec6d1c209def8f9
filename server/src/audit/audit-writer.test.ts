import { expect, test } from "vitest";
import { silentLog } from "../kernel/log.ts";
import { FakeClock } from "../testing/realtime/fake-clock.ts";
import { AuditWriter } from "./audit-writer.ts";
import type { NewEntry } from "./store.ts";

function started() {
  const clock = new FakeClock();
  const stored: NewEntry[] = [];
  const errors: object[] = [];
  const store = { isAway: false, batches: 0 };
  const addAll = async (entries: readonly NewEntry[]): Promise<void> => {
    if (store.isAway) throw new Error("away");
    store.batches += 1;
    stored.push(...entries);
  };
  const log = { ...silentLog, warn: () => undefined, error: (line: object) => void errors.push(line) };
  const writer = new AuditWriter({ store: { addAll }, clock, log });
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
  };
  return { writer, store, stored, errors, pass };
}
const command = (what: string) => ["account.disabled", { who: null, what, from: null }] as const;

test("[AUD-1a] events are stored after the response, in batches of half a second", async () => {
  const { writer, store, stored, pass } = started();
  for (let n = 1; n <= 30; n += 1) writer.add("sign-in.succeeded", { who: n, what: "main", from: "192.0.2.1" });
  expect(stored).toEqual([]);
  await pass(500);
  expect([stored.length, store.batches]).toEqual([30, 1]);
  await writer.stop();
});

test("[AUD-1a] while the database is down up to 10,000 wait, and lost ones are counted", async () => {
  const { writer, store, stored, errors, pass } = started();
  store.isAway = true;
  for (let n = 1; n <= 10_003; n += 1) writer.add(...command(String(n)));
  await pass(500);
  expect(stored).toEqual([]);
  store.isAway = false;
  await pass(5000);
  expect([stored.length, stored.at(-1)?.about?.id]).toEqual([10_000, 10_000]);
  expect(errors).toContainEqual({ lost: 3 });
  await writer.stop();
});

test("[AUD-1a] a clean shutdown stores waiting and counted events", async () => {
  const { writer, stored } = started();
  for (let n = 0; n < 3; n += 1) writer.add("limit.met", { who: 7, what: "sync", from: "192.0.2.1" });
  await writer.stop();
  expect(stored.map(({ times }) => times)).toEqual([1, 2]);
});

test("[AUD-1b] each command of the operator is an entry", async () => {
  const { writer, stored } = started();
  for (let n = 0; n < 3; n += 1) writer.add(...command("7"));
  await writer.stop();
  expect(stored).toHaveLength(3);
});
