import { hash } from "node:crypto";
import webPush from "web-push";
import type { OutgoingRequest } from "../kernel/post.ts";
import type { Push } from "./push.ts";
import { pushTtlSeconds } from "./rules.ts";
import type { VapidKeys } from "./vapid-keys.ts";

/** How pushes are signed. */
export interface VapidParts {
  readonly vapid: VapidKeys;
  /** How push services reach who runs this: `mailto:` or https. */
  readonly subject: string;
}

/** A signature is valid for 12 hours; it is used for one. */
const signatureMsMax = 60 * 60 * 1000;
/** Push services whose signatures are remembered. */
const signaturesMax = 1000;

/**
 * The one place that knows how pushes are encrypted (RFC 8291) and signed (RFC 8292). One signature serves all pushes to a service, which
 * saves a third of the work.
 */
export function createEncryptPush({ vapid, subject }: VapidParts): (push: Push, nowMs: number) => OutgoingRequest {
  const signatures = new Map<string, { readonly header: string; readonly madeAtMs: number }>();
  const sign = (origin: string, nowMs: number): string => {
    const known = signatures.get(origin);
    if (known !== undefined && nowMs - known.madeAtMs < signatureMsMax) return known.header;
    const { publicKey, privateKey } = vapid;
    const { Authorization: header } = webPush.getVapidHeaders(origin, subject, publicKey, privateKey, "aes128gcm");
    if (signatures.size >= signaturesMax) signatures.clear();
    signatures.set(origin, { header, madeAtMs: nowMs });
    return header;
  };
  return ({ endpoint, keys, payload }, nowMs) => {
    const url = new URL(endpoint);
    const { cipherText } = webPush.encrypt(keys.p256dh, keys.auth, JSON.stringify(payload), "aes128gcm");
    const headers = {
      authorization: sign(url.origin, nowMs),
      "content-encoding": "aes128gcm",
      "content-type": "application/octet-stream",
      ttl: String(pushTtlSeconds),
      // Somebody waits for an answer.
      urgency: "high",
      topic: topicOf(keys.auth, payload.room),
    };
    return { url, headers, body: cipherText };
  };
}

/** A room's name to one browser, which says nothing to the push service: 32 letters of base64url, the longest there may be. */
const topicOf = (auth: string, room: string): string =>
  hash("sha256", `${auth} ${room}`, "buffer").subarray(0, 24).toString("base64url");
