import type { FastifyInstance } from "fastify";

/**
 * SW-1g: takes the place of the service worker that a browser has, then itself and all that both stored of the app. Pages that are open
 * go on by themselves.
 */
const emptyWorker = `// Version 1.23, switched off.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(leave()));
async function leave() {
  for (const name of await caches.keys()) if (name.startsWith("cuplaj-")) await caches.delete(name);
  await self.registration.unregister();
}
`;

/** Answers the empty worker at the worker's address. */
export function addEmptyWorker(app: FastifyInstance): void {
  app.get("/sw.js", (_request, reply) =>
    reply.type("application/javascript; charset=utf-8").header("Cache-Control", "no-cache").send(emptyWorker),
  );
}
