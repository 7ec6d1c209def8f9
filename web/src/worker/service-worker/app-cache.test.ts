import { expect, onTestFinished, test, vi } from "vitest";
import { systemClock } from "../../platform/clock.ts";
import { serveApp } from "./app-cache.ts";
import type { WorkerScope } from "./worker-scope.ts";

const origin = "https://chat.example.ro";

async function fileFrom(cache: object, status = 200): Promise<string> {
  vi.stubGlobal("fetch", async () => new Response("from the server", { status }));
  const nothing = async (): Promise<undefined> => undefined;
  vi.stubGlobal("caches", { open: async () => cache, match: nothing, ...cache });
  onTestFinished(() => void vi.unstubAllGlobals());
  let answered = Promise.resolve(new Response("by nobody"));
  const scope = {
    location: { origin },
    addEventListener: (name: string, listen: (event: object) => void) => {
      const respondWith = (answer: Promise<Response>) => void (answered = answer);
      const request = { url: `${origin}/assets/part-abc.js`, method: "GET", mode: "cors" };
      if (name === "fetch") listen({ request, respondWith, waitUntil: () => undefined });
    },
  } as unknown as WorkerScope;
  serveApp(scope, { version: "1.23", files: [], clock: systemClock });
  return (await answered).text();
}

const failing = (name: string) => async (): Promise<never> => {
  throw new DOMException("refused", name);
};

test("[SW-1g] a file that cannot be stored still comes from the server", async () => {
  const match = async (): Promise<undefined> => undefined;
  expect(await fileFrom({ match, put: failing("QuotaExceededError") })).toBe("from the server");
});

test("[SW-1g] a device whose caches fail gets its files from the server", async () => {
  expect(await fileFrom({ open: failing("UnknownError") })).toBe("from the server");
  expect(await fileFrom({ match: failing("UnknownError") })).toBe("from the server");
});

test("[SW-1g] a partial response is passed through and not stored", async () => {
  const stored: unknown[] = [];
  const match = async (): Promise<undefined> => undefined;
  const put = async (_request: unknown, answer: unknown): Promise<void> => void stored.push(answer);
  expect(await fileFrom({ match, put }, 206)).toBe("from the server");
  expect(stored).toEqual([]);
});

test("[EMB-5h] a framed page always comes from the server, which knows who may frame it; any other page comes from the cache", () => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  vi.stubGlobal("caches", {});
  onTestFinished(() => void vi.unstubAllGlobals());
  const answered: string[] = [];
  for (const path of ["/?embed=1", "/view/oferta.10001?m=7&embed=1", "/", "/view/oferta.10001?embed=0"]) {
    const scope = {
      location: { origin },
      addEventListener: (name: string, listen: (event: object) => void) => {
        const request = { url: origin + path, method: "GET", mode: "navigate" };
        if (name === "fetch") listen({ request, respondWith: () => answered.push(path), waitUntil: () => undefined });
      },
    } as unknown as WorkerScope;
    serveApp(scope, { version: "1.23", files: [], clock: { ...systemClock, later: () => () => undefined } });
  }
  expect(answered).toEqual(["/", "/view/oferta.10001?embed=0"]);
});
