import { expect, test } from "vitest";
import type { ApiClient } from "../api/api-client.ts";
import type { CallError } from "../state/entities.ts";
import { callError } from "../testing/call-errors.ts";
import { withMemoryStorage } from "../testing/memory-storage.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import { createSignOuts } from "./sign-in-part.ts";

withMemoryStorage();

function visit(...errors: readonly CallError[]) {
  const answers = [...errors];
  const calls: unknown[] = [];
  const clock = createFakeClock();
  let goodMoment = (): void => undefined;
  const callAs: ApiClient["callAs"] = (token, _name, input) => {
    calls.push(token ?? input?.body);
    const error = answers.shift();
    return Promise.resolve(error ? { ok: false, error } : { ok: true, value: { logged_out: true } });
  };
  const signOuts = createSignOuts({
    api: { callAs },
    clock,
    random: () => 1,
    hash: (text) => Promise.resolve(`hash of ${text}`),
    onResumeHint: (listener) => {
      goodMoment = listener;
    },
  });
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const pass = async (ms: number): Promise<void> => {
    clock.pass(ms);
    await settle();
  };
  return { ...signOuts, calls, pass, goodMoment: () => goodMoment(), settle };
}

const stored = (): string | undefined => localStorage.getItem("cuplaj.signed-out") ?? undefined;

test("[SIGN-3] a confirmed sign-out leaves nothing behind", async () => {
  const page = visit();
  await page.end("token");
  expect(page.calls).toEqual(["token"]);
  expect(stored()).toBeUndefined();
});

test("[SIGN-3] an unconfirmed sign-out stores only the token's hash, and is retried by timer", async () => {
  const page = visit(callError("offline"), callError("timeout"));
  await page.end("token");
  expect(stored()).toBe('["hash of token"]');
  await page.pass(1000);
  await page.pass(1999);
  expect(page.calls).toHaveLength(2);
  await page.pass(1);
  expect(page.calls).toEqual(["token", "token", "token"]);
  expect(stored()).toBeUndefined();
  await page.pass(600_000);
  expect(page.calls).toHaveLength(3);
});

test("[SIGN-3] an unconfirmed sign-out is retried at once when the network is back", async () => {
  const page = visit(callError("offline"));
  await page.end("token");
  page.goodMoment();
  await page.settle();
  expect(stored()).toBeUndefined();
});

test("[SIGN-3] the next visit ends, by its hash, a session that this visit could not end", async () => {
  await visit(callError("offline")).end("first");
  await visit(callError("offline")).end("second");
  const page = visit();
  await page.endStored();
  expect(page.calls).toEqual([{ session: "hash of first" }, { session: "hash of second" }]);
  expect(stored()).toBeUndefined();
});

test("[SIGN-3] foreign content among the stored hashes does no harm", async () => {
  for (const text of ["{", "7", '{"a":1}', '[1,"one"]']) {
    localStorage.setItem("cuplaj.signed-out", text);
    const page = visit();
    await page.endStored();
    expect(page.calls).toHaveLength(text.includes("one") ? 1 : 0);
  }
});

test("[SIGN-2] a throttled sign-out is retried when allowed, and a 401 confirms it", async () => {
  const page = visit(callError("too_many_requests", 4), callError("unauthenticated"));
  await page.end("token");
  await page.pass(3999);
  expect(page.calls).toHaveLength(1);
  await page.pass(1);
  await page.pass(600_000);
  expect(page.calls).toHaveLength(2);
  expect(stored()).toBeUndefined();
});

async function visitWithTwo(...errors: readonly CallError[]) {
  localStorage.setItem("cuplaj.signed-out", '["a","b"]');
  const page = visit(...errors);
  await page.endStored();
  return page;
}

test("[SIGN-3][SYNC-8a] two sign-outs are retried separately, never before their Retry-After", async () => {
  const page = await visitWithTwo(callError("too_many_requests", 60), callError("unavailable"));
  await page.pass(1000);
  expect(page.calls.slice(2)).toEqual([{ session: "b" }]);
  page.goodMoment();
  await page.pass(58_999);
  expect(page.calls).toHaveLength(3);
  await page.pass(1);
  expect(page.calls.slice(3)).toEqual([{ session: "a" }]);
  expect(stored()).toBeUndefined();
});

test("[SIGN-3][SYNC-8a] the waits grow with a sign-out's own attempts, however many there are", async () => {
  const away = callError("unavailable");
  const page = await visitWithTwo(away, away, away, away);
  await page.pass(1000);
  expect(page.calls).toHaveLength(4);
  await page.pass(1999);
  expect(page.calls).toHaveLength(4);
  await page.pass(1);
  expect(page.calls).toHaveLength(6);
});

test("[SIGN-3] a sign-out that keeps failing on the server is no longer retried by timer, and stays stored", async () => {
  const page = visit(...Array.from({ length: 5 }, () => callError("unexpected")));
  await page.end("token");
  for (let round = 0; round < 20; round += 1) await page.pass(30_000);
  expect(page.calls).toHaveLength(5);
  expect(stored()).toBe('["hash of token"]');
  page.goodMoment();
  await page.settle();
  expect(stored()).toBeUndefined();
});
