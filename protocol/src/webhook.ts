import { type Static, Type } from "typebox";
import { type LineDecision, Offer } from "./offer.ts";
import { Member } from "./participant.ts";
import { Id, Timestamp } from "./scalars.ts";

/**
 * What a webhook is signed with, as Standard Webhooks names and makes it: `v1,` and the base64 of the HMAC-SHA256 of
 * `<id>.<seconds since the epoch>.<body>`.
 */
export const webhookHeaders = {
  id: "webhook-id",
  timestamp: "webhook-timestamp",
  signature: "webhook-signature",
} as const;

/** The `type` of a webhook by what was decided. */
export const webhookTypes = {
  accept: "offer.line-accepted",
  decline: "offer.line-declined",
} as const satisfies Record<LineDecision, string>;

/** The body by which the ERP learns what a customer decided of a line (HOOK-1): `oferta` is the offer as the decision left it. */
export const OfferWebhook = Type.Object({
  /** The same however often it comes. */
  id: Type.String({ pattern: "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$" }),
  type: Type.Union([Type.Literal(webhookTypes.accept), Type.Literal(webhookTypes.decline)]),
  created_at: Timestamp,
  offer_id: Id,
  line_id: Id,
  version: Type.Integer({ minimum: 1 }),
  /** The customer, or who of the staff decided for them. */
  by: Member,
  on_behalf: Type.Boolean(),
  oferta: Offer,
});
export type OfferWebhook = Static<typeof OfferWebhook>;
