import { afterEach, expect, test, vi } from "vitest";
import { sendHttp } from "./http.ts";

const request = { method: "POST", path: "/api/v1/me", headers: {}, body: null, timeoutMs: 60_000 } as const;

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["broke off with a network", true, new TypeError("Failed to fetch"), "timeout"],
  ["took too long", true, new DOMException("Too long.", "TimeoutError"), "timeout"],
  ["took too long without a network", false, new DOMException("Too long.", "TimeoutError"), "timeout"],
  ["broke off without a network", false, new TypeError("Failed to fetch"), "offline"],
])("[CONN-9] a request that %s", async (_case, onLine, reason, kind) => {
  vi.stubGlobal("navigator", { onLine });
  // The network's state after a request has begun proves nothing about the request.
  vi.stubGlobal("fetch", () => {
    vi.stubGlobal("navigator", { onLine: !onLine });
    return Promise.reject(reason);
  });
  expect(await sendHttp(request)).toEqual({ kind });
});

test("[CONN-9] a truncated body does not count as a response either", async () => {
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("fetch", async () => ({ text: () => Promise.reject(new TypeError("network error")) }));
  expect(await sendHttp(request)).toEqual({ kind: "timeout" });
});
