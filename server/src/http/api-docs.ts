import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { type TSchema, Type } from "typebox";
import type { Endpoint } from "@cuplaj/protocol/endpoint.ts";
import { ErrorBody } from "@cuplaj/protocol/endpoints.ts";
import { type ErrorCode, errorStatus } from "@cuplaj/protocol/errors.ts";
import { ticketCookie } from "./tickets.ts";

/** RUN-8: the calls as OpenAPI from the schemas that check them, and a page to read it. Comes before the routes. */
export async function addApiDocs(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Cuplaj", version, description: "Conversations about car-parts offers." },
      components: {
        securitySchemes: {
          bearer: { type: "http", scheme: "bearer" },
          ticket: { type: "apiKey", in: "cookie", name: ticketCookie },
        },
      },
    },
  });
  await app.register(swaggerUi, {
    routePrefix: "/api/docs",
    uiConfig: { deepLinking: false, layout: "BaseLayout" },
    logLevel: "warn",
  });
  app.get("/api/v1/openapi.json", { schema: { hide: true } }, () => app.swagger());
}

const bytes = Type.String({ format: "binary" });
const file = { content: { "application/octet-stream": { schema: bytes } } };

/** One line of the table as the framework and the page at `/api/docs` read it (RUN-8). */
export function describeCall(endpoint: Endpoint): object {
  const { params, query, headers, body, upload, answers } = endpoint;
  const uploaded = upload?.types.map((type) => [type, { schema: bytes }]);
  return {
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(headers ? { headers } : {}),
    ...(body ? { body } : {}),
    ...(uploaded ? { body: { content: Object.fromEntries(uploaded) } } : {}),
    response: {
      ...(answers === "file" ? { 200: file, 206: file } : answers),
      ...detailedErrors(endpoint),
      default: ErrorBody,
    },
    security: securityOf(endpoint),
  };
}

/** The ways to call it, any of which does; none where nothing is asked for. */
function securityOf({ access }: Endpoint): readonly object[] {
  if (access === "public") return [];
  if (access === "optional") return [{}, { bearer: [] }];
  return access === "ticket" ? [{ bearer: [] }, { ticket: [] }] : [{ bearer: [] }];
}

/** ERR-1: the bodies of the errors that carry details, by status, beside those of other codes. */
function detailedErrors({ details = {} }: Endpoint): Readonly<Record<number, TSchema>> {
  const byStatus: Record<number, TSchema> = {};
  for (const [code, schema] of Object.entries(details)) {
    // The table's type has these keys.
    const status = errorStatus[code as ErrorCode];
    const body = Type.Object({ ...ErrorBody.properties, code: Type.Literal(code), details: schema });
    byStatus[status] = Type.Union([body, byStatus[status] ?? ErrorBody]);
  }
  return byStatus;
}
