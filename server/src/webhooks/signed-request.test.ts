import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { Check } from "typebox/value";
import { OfferWebhook } from "@cuplaj/protocol/webhook.ts";
import { signedRequest } from "./signed-request.ts";

const webhook: OfferWebhook = {
  id: "0189d6a2-0000-4000-8000-0000000e90c4",
  type: "offer.line-accepted",
  created_at: "2026-12-01T10:00:00.000Z",
  offer_id: 10_001,
  line_id: 7,
  version: 3,
  on_behalf: false,
  by: { id: 1, name: "Ana Popescu", type: "customer" },
  oferta: {
    request_id: null,
    id_cerere: 10_001,
    status: "sent",
    version: 3,
    customer: { id: 1, name: "Ana Popescu" },
    vehicle: { make: "Škoda", model: "Octavia", year: null, engine: "", vin: "", plate: "" },
    currency: "RON",
    lines: [],
    totals: { net: "0.00", vat: "0.00", gross: "0.00" },
    valid_until: "2026-12-31T22:00:00.000Z",
    updated_at: "2026-12-01T10:00:00.000Z",
  },
};
const userAgent = "Cuplaj/1.2.3";
const atMs = 1_700_000_000_999;

test("[HOOK-2] signs id, time and the body's bytes like Standard Webhooks", () => {
  const secret = "a secret of at least 32 characters, ș";
  const { headers, body } = signedRequest(webhook, atMs, { secret, userAgent });
  const signed = Buffer.concat([Buffer.from(`${webhook.id}.1700000000.`), Buffer.from(body)]);
  expect(headers).toEqual({
    "content-type": "application/json",
    "user-agent": userAgent,
    "webhook-id": webhook.id,
    "webhook-timestamp": "1700000000",
    "webhook-signature": `v1,${createHmac("sha256", secret).update(signed).digest("base64")}`,
  });
  expect(JSON.parse(body)).toEqual(webhook);
  expect(Check(OfferWebhook, JSON.parse(body))).toBe(true);
});

test("[HOOK-2] a secret that begins with whsec_ is decoded from base64", () => {
  const key = Buffer.alloc(32, 7);
  const { headers, body } = signedRequest(webhook, atMs, { secret: `whsec_${key.toString("base64")}`, userAgent });
  const expected = createHmac("sha256", key).update(`${webhook.id}.1700000000.${body}`).digest("base64");
  expect(headers["webhook-signature"]).toBe(`v1,${expected}`);
});
