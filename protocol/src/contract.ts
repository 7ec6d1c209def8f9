import { errorsOf } from "./call-errors.ts";
import { roomNamePattern, typingWhisper, userChannelPattern } from "./channels.ts";
import type { DocumentedEndpoint } from "./endpoint.ts";
import { type EndpointName, endpoints, ErrorBody } from "./endpoints.ts";
import { errorStatus } from "./errors.ts";
import { liveEvents, TypingWhisper } from "./events.ts";
import * as limits from "./limits.ts";
import { authorField } from "./message.ts";
import { permissions } from "./permission.ts";
import { PushPayload } from "./push.ts";
import { SyncEvent } from "./sync.ts";
import { OfferWebhook, RequestWebhook, webhookHeaders } from "./webhook.ts";

/** Everything that other programs can see of the product, as plain data. The contract's fingerprint covers exactly this. */
export const contract: Readonly<Record<string, unknown>> = {
  ...named("call", wordless()),
  "errors and permissions of calls": refusals(),
  ...named("event", liveEvents),
  "events of sync": SyncEvent,
  [`whisper ${typingWhisper}`]: TypingWhisper,
  "channel names": { room: roomNamePattern.source, user: userChannelPattern.source },
  ...named("error", errorStatus),
  "body of errors": ErrorBody,
  ...named("webhook", { offer: OfferWebhook, request: RequestWebhook, headers: webhookHeaders }),
  "payload of pushes": PushPayload,
  permissions: permissions.toSorted(),
  "author fields": authorField,
  ...named("limit", limits),
};

function named(kind: string, parts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [`${kind} ${name}`, part]));
}

function wordless(): Record<string, object> {
  const calls = Object.entries<DocumentedEndpoint>(endpoints);
  return Object.fromEntries(
    calls.map(([name, { summary: _summary, permissions: _permissions, errors: _errors, ...call }]) => [name, call]),
  );
}

function refusals(): object {
  const calls = Object.entries<DocumentedEndpoint>(endpoints);
  return Object.fromEntries(
    calls.map(([name, { permissions = [] }]) => [
      name,
      // The cast is safe, since `name` is a key of `endpoints`.
      { errors: errorsOf(name as EndpointName), permissions },
    ]),
  );
}

/** Schema keywords that do not affect other programs. */
const annotations: ReadonlySet<string> = new Set(["title", "description", "$comment", "examples"]);
/** Keywords whose keys are our own field names, not JSON Schema keywords: a field may be called `title`. */
const nameMaps: ReadonlySet<string> = new Set(["properties", "patternProperties"]);
const unordered: ReadonlySet<string> = new Set(["required", "anyOf", "enum"]);

/** Serializes a part of the contract so that layout, order and descriptions make no difference. */
export const canonical = (part: unknown): string => JSON.stringify(sorted(JSON.parse(JSON.stringify(part)), ""));

function sorted(value: unknown, under: string): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => sorted(item, ""));
    return unordered.has(under) ? items.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : items;
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => nameMaps.has(under) || !annotations.has(key));
  return Object.fromEntries(
    entries
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      // Field names are not keywords: a field called `required` holds a schema.
      .map(([key, inner]) => [key, sorted(inner, nameMaps.has(under) ? "" : key)]),
  );
}
