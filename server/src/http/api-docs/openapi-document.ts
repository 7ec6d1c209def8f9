import { readFileSync } from "node:fs";
import type { TSchema } from "typebox";
import { type EndpointName, slices } from "@cuplaj/protocol/endpoints.ts";
import { liveEvents } from "@cuplaj/protocol/events.ts";
import { exampleOf } from "@cuplaj/protocol/shape.ts";
import { OfferWebhook, RequestWebhook, webhookHeaders } from "@cuplaj/protocol/webhook.ts";
import { ticketCookie } from "../tickets.ts";
import { errorHeaders, sharedErrors } from "./error-answers.ts";
import type { DocumentedLimits } from "./limit-words.ts";
import { namedShapes } from "./named-shapes.ts";
import { operationOf } from "./operation.ts";
import { createSchemaRefs, type Json, type SchemaRefs } from "./schema-refs.ts";

/** DOC-1: generates an OpenAPI 3.1 document from the table that serves the calls. */
export function describeApi(version: string, limits: DocumentedLimits): Json {
  const refs = createSchemaRefs(namedShapes);
  const paths: Record<string, Record<string, Json>> = {};
  for (const [tag, [, calls]] of Object.entries(slices)) {
    for (const name of Object.keys(calls) as EndpointName[]) {
      const { path, method, operation } = operationOf(name, tag, refs, limits);
      paths[path] = { ...paths[path], [method]: operation };
    }
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
      ...Object.entries(slices).map(([name, [description]]) => ({ name, description })),
      {
        name: "events",
        description: "Events on the live connection. These are not calls: see *Live events* above.",
      },
      { name: "webhook", description: "Requests sent to the ERP: see *Programs that write offers* above." },
    ],
    paths,
    webhooks: {
      ...eventsOf(refs),
      OfferWebhook: webhookOf(refs, "OfferWebhook", OfferWebhook),
      RequestWebhook: webhookOf(refs, "RequestWebhook", RequestWebhook),
    },
    components: {
      schemas: refs.components,
      responses: sharedErrors(refs),
      headers: errorHeaders,
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "The token returned by a sign-in." },
        ticket: {
          type: "apiKey",
          in: "cookie",
          name: ticketCookie,
          description: "The cookie set by `playFile`, for one file.",
        },
      },
    },
  };
}

function wordsOf(schema: TSchema): { readonly summary: string; readonly description: string } {
  const { description: words }: Json = Object(schema);
  const [summary = "", ...sentences] = String(words).split(/(?<=\.) /u);
  return { summary: summary.slice(0, -1), description: sentences.join(" ") };
}

/** LIVE-3: describes each live event as a webhook, the closest construct in OpenAPI. */
const eventsOf = ({ refer }: SchemaRefs): Json =>
  Object.fromEntries(
    Object.entries<TSchema>(liveEvents).map(([name, schema]) => {
      const content = { "application/json": { schema: refer(schema), example: exampleOf(schema) } };
      const requestBody = { description: "The event's data.", content };
      return [name, { post: { operationId: `on${name}`, tags: ["events"], ...wordsOf(schema), requestBody } }];
    }),
  );

const headerWords: Readonly<Record<keyof typeof webhookHeaders, string>> = {
  id: "The `id` of the body.",
  timestamp: "The time of this attempt, in seconds since 1970.",
  signature: "`v1,` and the base64 of the HMAC-SHA256 of id, time and body.",
};

/** HOOK-1: describes a request that the server sends to programs. */
const webhookOf = ({ refer }: SchemaRefs, name: string, webhook: TSchema): Json => ({
  post: {
    operationId: `on${name}`,
    tags: ["webhook"],
    ...wordsOf(webhook),
    parameters: Object.entries(headerWords).map(([part, words]) => ({
      name: webhookHeaders[part as keyof typeof webhookHeaders],
      in: "header",
      required: true,
      description: words,
      schema: { type: "string" },
    })),
    requestBody: {
      description: "What happened.",
      required: true,
      content: { "application/json": { schema: refer(webhook), example: exampleOf(webhook) } },
    },
    responses: { "2XX": { description: "The receiver has stored it, or had it already." } },
  },
});
