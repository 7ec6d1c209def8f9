import type { FastifyInstance } from "fastify";

/** SW-1g: a script that replaces the installed service worker, then removes the app's caches and itself. Open pages keep working. */
const emptyWorker = `// Version 1.23, switched off.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(leave()));
async function leave() {
  for (const name of await caches.keys()) if (name.startsWith("cuplaj-")) await caches.delete(name);
  await self.registration.unregister();
}
`;

export function addEmptyWorker(app: FastifyInstance): void {
  app.get("/sw.js", (_request, reply) =>
    reply.type("application/javascript; charset=utf-8").header("Cache-Control", "no-cache").send(emptyWorker),
  );
}
