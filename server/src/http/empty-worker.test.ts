import Fastify from "fastify";
import { expect, test } from "vitest";
import { addEmptyWorker } from "./empty-worker.ts";

test("[SW-1g] the empty worker is never cached; it replaces the app's worker, removes its caches and then itself", async () => {
  const app = Fastify();
  addEmptyWorker(app);
  const { statusCode, headers, body } = await app.inject("/sw.js");
  expect([statusCode, headers["cache-control"]]).toEqual([200, "no-cache"]);
  expect(headers["content-type"]).toBe("application/javascript; charset=utf-8");
  for (const step of ["1.23", "skipWaiting", "caches.delete", "unregister"]) expect(body).toContain(step);
});
