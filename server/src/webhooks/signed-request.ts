import { createHmac } from "node:crypto";
import { type OfferWebhook, type RequestWebhook, webhookHeaders } from "@cuplaj/protocol/webhook.ts";

export interface SigningParts {
  readonly secret: string;
  /** The `User-Agent`, `Cuplaj/<version>`. */
  readonly userAgent: string;
}

/** Prefix by which Standard Webhooks marks base64 secrets. */
const bytesMark = "whsec_";

/** HOOK-2: returns the body and signed headers of a webhook; `atMs` is in ms since the epoch. */
export function signedRequest(
  webhook: OfferWebhook | RequestWebhook,
  atMs: number,
  { secret, userAgent }: SigningParts,
) {
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
