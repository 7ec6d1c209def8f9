import type { EndpointName } from "@cuplaj/protocol/endpoints.ts";

/** A call on an object, and what each of the `columns` of `calls.ts` is answered. */
export interface CallRow {
  readonly name: EndpointName;
  readonly url: string;
  readonly body?: unknown;
  readonly headers?: object;
  readonly statuses: string;
}
