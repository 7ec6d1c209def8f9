import { createHmac } from "node:crypto";
import type { Offer } from "@cuplaj/protocol/offer.ts";
import type { OfferWebhook, RequestWebhook } from "@cuplaj/protocol/webhook.ts";
import type { TestDatabase } from "./database.ts";
import type { Received } from "./receiver.ts";

export const webhookSecret = "a secret of the tests with 32 characters";

type Signed = Pick<Received, "headers" | "body">;

/** Verifies a webhook as receivers must; null if the signature is wrong. */
export const verifiedWebhook = (received: Signed): OfferWebhook | null => readSigned(received);
export const verifiedRequest = (received: Signed): RequestWebhook | null => readSigned(received);

function readSigned({ headers, body }: Signed) {
  const signed = [headers["webhook-id"], headers["webhook-timestamp"], body].join(".");
  const expected = createHmac("sha256", webhookSecret).update(signed).digest("base64");
  return headers["webhook-signature"] === `v1,${expected}` ? JSON.parse(body) : null;
}

/** Stores a customer's decision for the ERP, as its transaction would; returns its id. */
export async function storeDecision(
  { pool }: Pick<TestDatabase, "pool">,
  decision: { readonly offerId: number; readonly version: number; readonly by: number },
): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into webhook_deliveries (offer_id, version, line_id, decision, by_participant, created_at, next_at)
     values ($1, $2, 7, 'accept', $3, now() - interval '1 second', now() - interval '1 second') returning id`,
    [decision.offerId, decision.version, decision.by],
  );
  return rows[0]?.id ?? "";
}

export const makeAllDue = ({ pool }: Pick<TestDatabase, "pool">) =>
  pool.query("update webhook_deliveries set next_at = created_at");

export const emptyOffer = (offerId: number, version: number): Offer => ({
  id_cerere: offerId,
  request_id: null,
  status: "sent",
  version,
  customer: { id: 1, name: "Ana Popescu" },
  vehicle: { make: "Škoda", model: "Octavia", year: null, engine: "", vin: "", plate: "" },
  currency: "RON",
  lines: [],
  totals: { net: "0.00", vat: "0.00", gross: "0.00" },
  valid_until: "2030-01-31T22:00:00.000Z",
  updated_at: "2026-12-01T10:00:00.000Z",
});
