import swagger, { type StaticDocumentSpec } from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import type { DocumentedLimits } from "./limit-words.ts";
import { describeApi } from "./openapi-document.ts";
import { pageScript, pageStyle } from "./page-style.ts";

/** RUN-8d: the document of the API, and a page to read it. */
export async function addApiDocs(app: FastifyInstance, version: string, limits: DocumentedLimits): Promise<void> {
  const document = describeApi(version, limits);
  const text = JSON.stringify(document);
  // The package knows no type of OpenAPI 3.1; a test holds the document to its schema.
  const specification = { document } as unknown as StaticDocumentSpec;
  await app.register(swagger, { mode: "static", specification });
  await app.register(swaggerUi, {
    routePrefix: "/api/docs",
    uiConfig: {
      deepLinking: false,
      layout: "BaseLayout",
      docExpansion: "list",
      defaultModelsExpandDepth: 0,
      // The guide calls the operations by their ids.
      displayOperationId: true,
    },
    theme: {
      title: "Cuplaj API",
      css: [{ filename: "page.css", content: pageStyle }],
      js: [{ filename: "page.js", content: pageScript }],
    },
    logLevel: "warn",
  });
  app.get("/api/v1/openapi.json", (_request, reply) => reply.type("application/json; charset=utf-8").send(text));
}
