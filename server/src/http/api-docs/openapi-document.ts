import { readFileSync } from "node:fs";
import { tags } from "@cuplaj/protocol/api-docs/call-doc.ts";
import { eventDocs } from "@cuplaj/protocol/api-docs/event-docs.ts";
import { schemaDocs } from "@cuplaj/protocol/api-docs/schema-docs.ts";
import { offerWebhookDoc } from "@cuplaj/protocol/api-docs/webhook-docs.ts";
import { type EndpointName, endpoints } from "@cuplaj/protocol/endpoints.ts";
import { type LiveEventName, liveEvents } from "@cuplaj/protocol/events.ts";
import { OfferWebhook, webhookHeaders } from "@cuplaj/protocol/webhook.ts";
import { ticketCookie } from "../tickets.ts";
import { errorHeaders, errorSchema, sharedErrors } from "./error-answers.ts";
import type { DocumentedLimits } from "./limit-words.ts";
import { operationOf } from "./operation.ts";
import { createSchemaRefs, type Json, type SchemaRefs } from "./schema-refs.ts";

/** RUN-8d: the whole contract for programs and people, as OpenAPI 3.1, made of the table that answers the calls. */
export function describeApi(version: string, limits: DocumentedLimits): Json {
  const refs = createSchemaRefs({ ...schemaDocs, Error: errorSchema });
  const paths: Record<string, Record<string, Json>> = {};
  // The table's own keys.
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const { path, method, operation } = operationOf(name, refs, limits);
    paths[path] = { ...paths[path], [method]: operation };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Cuplaj",
      version,
      summary: "Conversations about car-parts offers.",
      description: readFileSync(new URL("guide.md", import.meta.url), "utf8"),
    },
    servers: [{ url: "/" }],
    tags: [
      ...Object.entries(tags).map(([name, description]) => ({ name, description })),
      {
        name: "events",
        description: "What comes over the live connection. These are no calls: see *Live events* above.",
      },
      { name: "webhook", description: "What is sent to the ERP: see *Programs that write offers* above." },
    ],
    paths,
    webhooks: { ...eventsOf(refs), OfferWebhook: webhookOf(refs) },
    components: {
      schemas: refs.components,
      responses: sharedErrors(refs),
      headers: errorHeaders,
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "The token that a sign-in gives." },
        ticket: {
          type: "apiKey",
          in: "cookie",
          name: ticketCookie,
          description: "What `playFile` sets, for one file.",
        },
      },
    },
  };
}

/** LIVE-3: each live event; what the server sends of itself has no better place in OpenAPI. */
const eventsOf = ({ refer }: SchemaRefs): Json =>
  Object.fromEntries(
    // The table's own keys.
    (Object.keys(liveEvents) as LiveEventName[]).map((name) => {
      const { summary, description, example } = eventDocs[name];
      const content = { "application/json": { schema: refer(liveEvents[name]), example } };
      const requestBody = { description: "The event's data.", content };
      return [name, { post: { operationId: `on${name}`, tags: ["events"], summary, description, requestBody } }];
    }),
  );

/** HOOK-1: the one request that the server makes of another. */
const webhookOf = ({ refer }: SchemaRefs): Json => {
  const { summary, description, headers, answered, example } = offerWebhookDoc;
  return {
    post: {
      operationId: "onOfferWebhook",
      tags: ["webhook"],
      summary,
      description,
      parameters: Object.entries(headers).map(([part, words]) => ({
        name: webhookHeaders[part as keyof typeof headers],
        in: "header",
        required: true,
        description: words,
        schema: { type: "string" },
      })),
      requestBody: {
        description: "What was decided.",
        required: true,
        content: { "application/json": { schema: refer(OfferWebhook), example } },
      },
      responses: { "2XX": { description: answered } },
    },
  };
};
