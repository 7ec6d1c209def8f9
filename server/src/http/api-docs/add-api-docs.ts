import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import type { DocumentedLimits } from "./limit-words.ts";

const pageFolder = join(import.meta.dirname, "page");
const readerFolder = fileURLToPath(new URL("static", import.meta.resolve("@fastify/swagger-ui")));

/** DOC-1: serves the API document, generated on first request, and a page to read it. */
export async function addApiDocs(app: FastifyInstance, version: string, limits: DocumentedLimits): Promise<void> {
  let document: Promise<string> | undefined;
  app.get("/api/v1/openapi.json", async (_request, reply) => {
    document ??= import("./openapi-document.ts").then(({ describeApi }) =>
      JSON.stringify(describeApi(version, limits)),
    );
    return reply.type("application/json; charset=utf-8").send(await document);
  });
  await app.register(fastifyStatic, {
    root: [pageFolder, readerFolder],
    prefix: "/api/docs",
    index: "page.html",
    // Swagger UI's sample pages describe another API.
    allowedPath: (path) => path === "/page.html" || !path.endsWith(".html"),
    redirect: true,
    decorateReply: false,
  });
}
