import type { OfferWebhook } from "../webhook.ts";
import { ana, offer } from "./examples.ts";

/** What the document says of the webhook (HOOK-1), with an example of its body. */
export const offerWebhookDoc: {
  readonly summary: string;
  readonly description: string;
  readonly headers: Readonly<Record<"id" | "timestamp" | "signature", string>>;
  readonly answered: string;
  readonly example: OfferWebhook;
} = {
  summary: "A customer decided on a line",
  description:
    "Sent to the program that writes offers, until it answers 2xx. How to check it and what to answer: *Programs that write offers*.",
  headers: {
    id: "The `id` of the body.",
    timestamp: "When this attempt was sent, in seconds since 1970.",
    signature: "`v1,` and the base64 of the HMAC-SHA256 of id, time and body.",
  },
  answered: "The receiver has stored the decision, or had it already.",
  example: {
    id: "0189d6a2-4f5e-7c1a-9b3d-2f6a8c0e1d58",
    type: "offer.line-accepted",
    created_at: "2026-11-23T09:45:12.300Z",
    offer_id: 10_001,
    line_id: 1,
    version: 4,
    by: ana,
    on_behalf: false,
    oferta: { ...offer, version: 4, lines: offer.lines.map((line) => ({ ...line, status: "accepted" })) },
  },
};
