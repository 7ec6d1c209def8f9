import { type Static, Type } from "typebox";
import { ana } from "./examples.ts";
import { decidedOffer, type LineDecision, Offer } from "./offer.ts";
import { Member } from "./participant.ts";
import { examplePartRequest, PartRequest } from "./request.ts";
import { Id, Timestamp } from "./scalars.ts";
import { described, shape } from "./shape.ts";

/** Signature headers of Standard Webhooks; the signature is `v1,` and the base64 HMAC-SHA256 of `<id>.<seconds since the epoch>.<body>`. */
export const webhookHeaders = {
  id: "webhook-id",
  timestamp: "webhook-timestamp",
  signature: "webhook-signature",
} as const;

export const webhookTypes = {
  accept: "offer.line-accepted",
  decline: "offer.line-declined",
} as const satisfies Record<LineDecision, string>;

export const OfferWebhook = shape(
  "A customer decided on a line. Sent to the program that writes offers until it returns 2xx. *Programs that write offers* describes how to verify and acknowledge it.",
  {
    id: Type.String({
      pattern: "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
      description: "The same for every attempt.",
    }),
    type: Type.Union([Type.Literal(webhookTypes.accept), Type.Literal(webhookTypes.decline)]),
    created_at: described(Timestamp, "The time of the decision."),
    offer_id: Id,
    line_id: Id,
    version: Type.Integer({ minimum: 1, description: "The version that the decision created." }),
    /** The customer, or the staff member who decided for them. */
    by: Member,
    on_behalf: Type.Boolean(),
    oferta: described(Offer, "The offer right after the decision."),
  },
  {
    id: "0189d6a2-4f5e-7c1a-9b3d-2f6a8c0e1d58",
    type: webhookTypes.accept,
    created_at: "2026-11-23T09:45:12.300Z",
    offer_id: 10_001,
    line_id: 1,
    version: 4,
    by: ana,
    on_behalf: false,
    oferta: decidedOffer,
  },
);
export type OfferWebhook = Static<typeof OfferWebhook>;

export const RequestWebhook = shape(
  "A customer asked for parts, or a request was withdrawn or closed. Sent, signed and repeated like `OfferWebhook`.",
  {
    id: OfferWebhook.properties.id,
    type: Type.Union([Type.Literal("request.created"), Type.Literal("request.closed")]),
    created_at: Timestamp,
    by: Member,
    request: described(PartRequest, "The request at that moment."),
  },
  {
    id: "0189d6a2-4f5e-7c1a-9b3d-2f6a8c0e1d59",
    type: "request.created",
    created_at: "2026-11-23T09:40:00.000Z",
    by: ana,
    request: examplePartRequest,
  },
);
export type RequestWebhook = Static<typeof RequestWebhook>;
