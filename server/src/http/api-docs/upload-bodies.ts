import type { EndpointName } from "@cuplaj/protocol/endpoints.ts";
import { UploadedMessage } from "@cuplaj/protocol/file-endpoints.ts";
import { exampleOf } from "@cuplaj/protocol/shape.ts";
import type { Json, SchemaRefs } from "./schema-refs.ts";

/** MSG-3c: the form that publishes a file. It is parsed as it streams, so no schema validates it. */
const form = {
  schema: {
    type: "object",
    required: ["attachment"],
    properties: {
      attachment: { type: "string", format: "binary", description: "The file." },
      message: { type: "string", description: "The text of the message." },
      client_id: { ...UploadedMessage.properties.client_id, description: "A UUID that makes retries safe." },
      reply_to: { type: "string", pattern: "^[1-9][0-9]{0,14}$", description: "The id of a message in the room." },
    },
  },
} satisfies Json;

export function uploadBodyOf(name: EndpointName, types: readonly string[], refer: SchemaRefs["refer"]): Json {
  const bodies: Json = {
    "multipart/form-data": form,
    "application/json": { schema: refer(UploadedMessage), example: exampleOf(UploadedMessage) },
    "message/rfc822": { schema: { type: "string", format: "binary", description: "The e-mail." } },
    "application/offset+octet-stream": { schema: { type: "string", format: "binary" } },
  };
  const known = types.map((type) => [type, bodies[type]]);
  if (known.some(([, body]) => body === undefined)) throw new Error(`${name}: a body without words`);
  return Object.fromEntries(known);
}
