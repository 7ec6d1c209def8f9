import { expect, onTestFinished, test, vi } from "vitest";
import { systemClock } from "../../platform/clock.ts";
import { reportFromWorker } from "./report-from-worker.ts";
import { WaitAgain } from "./worker-api.ts";
import type { WorkerScope } from "./worker-scope.ts";

const settings = { version: "1.2.3", sentry_dsn: "https://key@errors.example.ro/1" };

function startWorker() {
  const listeners = new Map<string, ((event: never) => void)[]>();
  const network = { isThere: true, fetched: [] as string[], bodies: [] as string[] };
  vi.stubGlobal("fetch", async (url: string, { body }: RequestInit) => {
    network.fetched.push(url);
    if (!network.isThere) throw new TypeError("Failed to fetch");
    if (typeof body === "string") network.bodies.push(body);
    return new Response(JSON.stringify(settings));
  });
  vi.stubGlobal("navigator", { userAgent: "Firefox/140.0" });
  onTestFinished(() => void vi.unstubAllGlobals());
  const scope = {
    location: { origin: "https://chat.example.ro" },
    addEventListener: (name: string, listen: (event: never) => void) =>
      void listeners.set(name, [...(listeners.get(name) ?? []), listen]),
  } as unknown as WorkerScope;
  reportFromWorker(scope, systemClock);
  const happen = (name: string, event: object): void =>
    listeners.get(name)?.forEach((listen) => listen(event as never));
  return { network, happen };
}

test("[REP-1][REP-1e] the first error makes the worker ask where to report, again if nothing responds, and no error is lost", async () => {
  const { network, happen } = startWorker();
  network.isThere = false;
  happen("error", { error: new RangeError("Anamaria") });
  await expect.poll(() => network.fetched).toEqual(["/api/v1/settings"]);
  network.isThere = true;
  // The worker learns of the failure only a moment later.
  await new Promise((resolve) => void setImmediate(resolve));
  happen("unhandledrejection", { reason: new SyntaxError("Anamaria") });
  await expect.poll(() => network.bodies.length).toBe(2);
  expect(network.fetched.filter((url) => url.startsWith("/"))).toHaveLength(2);
  expect(network.bodies.map((body) => /"type":"(\w+Error)"/.exec(body)?.[1])).toEqual(["RangeError", "SyntaxError"]);
  expect(network.bodies.join("")).not.toContain("Anamaria");
});

test("[REP-1c] a failure that is meant to make the browser retry makes the worker request and report nothing", async () => {
  const { network, happen } = startWorker();
  happen("unhandledrejection", { reason: new WaitAgain("Messages wait.") });
  expect(network.fetched).toEqual([]);
  happen("error", { error: new RangeError("a") });
  await expect.poll(() => network.bodies.length).toBe(1);
});
