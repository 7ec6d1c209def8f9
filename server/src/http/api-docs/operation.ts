import type { TSchema } from "typebox";
import type { DocumentedEndpoint, Endpoint } from "@cuplaj/protocol/endpoint.ts";
import { type EndpointName, endpoints } from "@cuplaj/protocol/endpoints.ts";
import { exampleOf } from "@cuplaj/protocol/shape.ts";
import { errorAnswers } from "./error-answers.ts";
import { type DocumentedLimits, limitWords } from "./limit-words.ts";
import type { Json, SchemaRefs } from "./schema-refs.ts";
import { uploadBodyOf } from "./upload-bodies.ts";

export function operationOf(
  name: EndpointName,
  tag: string,
  refs: SchemaRefs,
  limits: DocumentedLimits,
): { readonly path: string; readonly method: string; readonly operation: Json } {
  const endpoint: DocumentedEndpoint = endpoints[name];
  const { summary, description, permissions = [] } = endpoint;
  const needs = permissions.map((permission) => `\`${permission}\``).join(" and ");
  const parameters = [
    ...parametersOf(endpoint.params, "path", refs),
    ...parametersOf(endpoint.query, "query", refs),
    ...parametersOf(headersOf(endpoint), "header", refs),
  ];
  const requestBody = bodyOf(name, endpoint, refs);
  const operation = {
    operationId: name,
    tags: [tag],
    summary,
    description: [
      description,
      `**Permission:** ${needs === "" ? "none" : needs}.`,
      `**Limit:** ${limitWords(endpoint, limits)}`,
    ].join("\n\n"),
    "x-permissions": permissions,
    security: securityOf(endpoint),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody === null ? {} : { requestBody }),
    responses: { ...answersOf(name, endpoint, refs), ...errorAnswers(name, refs) },
  };
  const path = endpoint.path.replaceAll(/:(\w+)/gu, "{$1}");
  return { path, method: endpoint.method.toLowerCase(), operation };
}

/** Alternative ways to authenticate; empty if the call is public. */
function securityOf({ access }: Endpoint): readonly Json[] {
  if (access === "public") return [];
  if (access === "optional") return [{}, { bearer: [] }];
  return access === "ticket" ? [{ bearer: [] }, { ticket: [] }] : [{ bearer: [] }];
}

/** Omits `content-*` headers, which are not parameters in OpenAPI. */
function headersOf({ headers }: Endpoint): TSchema | undefined {
  if (headers === undefined || !("properties" in headers)) return undefined;
  const named = Object.entries(Object(headers.properties) as Json).filter(([name]) => !name.startsWith("content-"));
  return { ...headers, properties: Object.fromEntries(named), required: [] };
}

function parametersOf(schema: TSchema | undefined, where: "path" | "query" | "header", { refer }: SchemaRefs): Json[] {
  const { properties = {}, required = [] }: { properties?: Record<string, TSchema>; required?: string[] } =
    Object(schema);
  const values = schema === undefined ? {} : (exampleOf(schema) as Json);
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    ...(where === "path" || required.includes(name) ? { required: true } : {}),
    schema: refer(property),
    ...(values[name] === undefined ? {} : { example: values[name] }),
  }));
}

function bodyOf(name: EndpointName, { body, upload }: Endpoint, { refer }: SchemaRefs): Json | null {
  if (upload !== undefined) return { required: true, content: uploadBodyOf(name, upload.types, refer) };
  if (body === undefined) return null;
  // TypeBox marks a schema as optional with this key.
  const isRequired = !("~optional" in body);
  const example = exampleOf(body);
  const content = { schema: refer(body), ...(example === undefined ? {} : { example }) };
  const isForm = name === "authorizeChannel" || name === "authorizeChannels";
  return {
    ...(isRequired ? { required: true } : {}),
    content: { "application/json": content, ...(isForm ? { "application/x-www-form-urlencoded": content } : {}) },
  };
}

const bytes = { content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } } };
const fileAnswers: Json = {
  "200": { description: "The file, under its original name.", ...bytes },
  "206": { description: "The part requested by `Range`.", ...bytes },
  "304": { description: "The file still matches `If-None-Match`." },
};

function answersOf(name: EndpointName, { answers }: Endpoint, { refer }: SchemaRefs): Json {
  if (answers === "file") return fileAnswers;
  const headers = headersOfAnswers[name];
  const described = Object.entries(answers).map(([status, answer]): [string, Json] => {
    const { description: says }: Json = Object(answer);
    const { description: _says, ...schema } = refer(answer);
    const isBare = schema["type"] === "null";
    const content = isBare ? {} : { content: { "application/json": { schema, example: exampleOf(answer) } } };
    return [status, { description: says, ...(headers === undefined ? {} : { headers }), ...content }];
  });
  return Object.fromEntries(described);
}

const header = (description: string): Json => ({ description, required: true, schema: { type: "string" } });
const offset = header("Number of bytes stored.");

/** MSG-3d: the location and progress of an upload, which are sent only in headers. */
const headersOfAnswers: Readonly<Partial<Record<EndpointName, Json>>> = {
  createUpload: { Location: header("The path of the upload.") },
  viewUpload: { "Upload-Offset": offset, "Upload-Length": header("Size of the whole file, in bytes.") },
  appendUpload: { "Upload-Offset": offset },
};
