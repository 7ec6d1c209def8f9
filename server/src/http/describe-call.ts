import { type TSchema, Type } from "typebox";
import type { Endpoint } from "@cuplaj/protocol/endpoint.ts";
import { ErrorBody } from "@cuplaj/protocol/endpoints.ts";
import { type ErrorCode, errorStatus } from "@cuplaj/protocol/errors.ts";

const bytes = Type.String({ format: "binary" });
const file = { content: { "application/octet-stream": { schema: bytes } } };

/** One line of the table as the framework and the page at `/api/docs` read it (RUN-8). */
export function describeCall(endpoint: Endpoint): object {
  const { params, query, headers, body, upload, access, answers } = endpoint;
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
    security: access === "public" ? [] : [{ bearer: [] }],
  };
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
