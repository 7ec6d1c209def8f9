import { createHmac } from "node:crypto";
import { type OfferWebhook, webhookHeaders } from "@cuplaj/protocol/webhook.ts";

/** What a webhook is made with. */
export interface SigningParts {
  readonly secret: string;
  /** `Cuplaj/<version>`. */
  readonly userAgent: string;
}

/** Standard Webhooks writes a secret that is bytes so. */
const bytesMark = "whsec_";

/** The body of a webhook and its headers, signed at a moment (ms since the epoch) (HOOK-2). */
export function signedRequest(webhook: OfferWebhook, atMs: number, { secret, userAgent }: SigningParts) {
  const body = JSON.stringify(webhook);
  const timestamp = String(Math.floor(atMs / 1000));
  const key = secret.startsWith(bytesMark) ? Buffer.from(secret.slice(bytesMark.length), "base64") : secret;
  const signature = createHmac("sha256", key).update(`${webhook.id}.${timestamp}.${body}`).digest("base64");
  const headers = {
    "content-type": "application/json",
    "user-agent": userAgent,
    [webhookHeaders.id]: webhook.id,
    [webhookHeaders.timestamp]: timestamp,
    [webhookHeaders.signature]: `v1,${signature}`,
  };
  return { headers, body };
}
