import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";

/** RUN-8: the calls as OpenAPI from the schemas that check them, and a page to read it. Comes before the routes. */
export async function addApiDocs(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Cuplaj", version, description: "Conversations about car-parts offers." },
      components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
    },
  });
  await app.register(swaggerUi, {
    routePrefix: "/api/docs",
    uiConfig: { deepLinking: false, layout: "BaseLayout" },
    logLevel: "warn",
  });
  app.get("/api/v1/openapi.json", { schema: { hide: true } }, () => app.swagger());
}
