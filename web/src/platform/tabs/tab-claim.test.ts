import { expect, onTestFinished, test, vi } from "vitest";
import { claimForTab } from "./tab-claim.ts";

function stubLocks(locks: unknown): void {
  vi.stubGlobal("navigator", locks === null ? {} : { locks });
  onTestFinished(() => void vi.unstubAllGlobals());
}

function oneLock() {
  let last: Promise<unknown> = Promise.resolve();
  let holders = 0;
  return {
    request: async (
      _name: string,
      { ifAvailable, signal }: { readonly ifAvailable?: boolean; readonly signal?: AbortSignal },
      hold: (lock: object | null) => unknown,
    ): Promise<void> => {
      if (holders > 0 && ifAvailable === true) return void hold(null);
      const before = last;
      const aborted = new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
      const own = Promise.race([before, aborted]).then(() => hold({}));
      holders += 1;
      last = Promise.allSettled([before, own]).finally(() => {
        holders -= 1;
      });
      await own;
    },
  };
}

test("[NOTE-1] a tab's claim excludes the others until released", async () => {
  stubLocks(oneLock());
  const release = await claimForTab("ringing");
  expect(await claimForTab("ringing")).toBeNull();
  release?.();
  await expect.poll(() => claimForTab("ringing")).not.toBeNull();
});

test("[EMB-3g] a waiting tab gets the claim once released, and nothing after giving up", async () => {
  stubLocks(oneLock());
  const release = await claimForTab("telling", new AbortController().signal);
  const giveUp = new AbortController();
  const given = claimForTab("telling", giveUp.signal);
  giveUp.abort();
  expect(await given).toBeNull();
  const order: string[] = [];
  const next = claimForTab("telling", new AbortController().signal).then(() => order.push("given"));
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  order.push("released");
  release?.();
  await next;
  expect(order).toEqual(["released", "given"]);
});

test.each([
  ["has no locks", null],
  ["blocks them with the storage", { request: () => Promise.reject(new DOMException("blocked", "SecurityError")) }],
])("[EMB-3g] a browser that %s gives the claim to every tab", async (_what, locks) => {
  stubLocks(locks);
  for (const giveUp of [undefined, new AbortController().signal])
    expect(await claimForTab("telling", giveUp)).toBeTypeOf("function");
});
