import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes, verify } from "node:crypto";
import { createPublicKey } from "node:crypto";
import { Check } from "typebox/value";
import { PushPayload, type PushSubscription } from "@cuplaj/protocol/push.ts";
import type { Received, Receiver } from "./receiver.ts";

export interface Browser {
  readonly subscription: PushSubscription;
  /** Verifies and decrypts a push; throws if anything is wrong. */
  read(received: Received, vapidPublicKey: string): PushPayload;
  pushes(receiver: Receiver): readonly Received[];
}

export function makeBrowser(
  { port, scheme = "http" }: Pick<Receiver, "port"> & Partial<Pick<Receiver, "scheme">>,
  name = randomBytes(6).toString("hex"),
): Browser {
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  const auth = randomBytes(16);
  const path = `/push/${name}`;
  const origin = `${scheme}://127.0.0.1:${port}`;
  return {
    subscription: {
      endpoint: `${origin}${path}`,
      expirationTime: null,
      keys: { p256dh: pair.getPublicKey("base64url"), auth: auth.toString("base64url") },
    },
    read({ headers, bytes }, vapidPublicKey) {
      checkSignature(headers.authorization ?? "", { origin, vapidPublicKey });
      if (headers["content-encoding"] !== "aes128gcm") throw new Error("another encoding");
      const payload: unknown = JSON.parse(decrypt(bytes, pair, auth));
      if (!Check(PushPayload, payload)) throw new Error(`no payload: ${JSON.stringify(payload)}`);
      return payload;
    },
    pushes: ({ received }) => received.filter((each) => each.path === path),
  };
}

/** Decrypts a push (RFC 8291), which consists of a single record (RFC 8188). */
function decrypt(body: Buffer, pair: ECDH, auth: Buffer): string {
  const [salt, keyLength] = [body.subarray(0, 16), body.readUInt8(20)];
  const [sender, record] = [body.subarray(21, 21 + keyLength), body.subarray(21 + keyLength)];
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), pair.getPublicKey(), sender]);
  const secret = hkdfSync("sha256", pair.computeSecret(sender), auth, info, 32);
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync("sha256", Buffer.from(secret), salt, `Content-Encoding: ${name}\0`, length));
  const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  return padded.subarray(0, end).toString();
}

/** Checks the signature per RFC 8292. */
function checkSignature(
  authorization: string,
  { origin, vapidPublicKey }: { readonly origin: string; readonly vapidPublicKey: string },
): void {
  const [, signed = "", claims = "", signature = "", key] =
    /^vapid t=([\w-]+\.([\w-]+))\.([\w-]+), ?k=([\w-]+)$/u.exec(authorization) ?? [];
  const point = Buffer.from(vapidPublicKey, "base64url");
  const [x, y] = [point.subarray(1, 33).toString("base64url"), point.subarray(33).toString("base64url")];
  const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  const isSigned = verify(
    "sha256",
    Buffer.from(signed),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  const { aud } = JSON.parse(Buffer.from(claims, "base64url").toString() || "{}");
  if (key !== vapidPublicKey || !isSigned || aud !== origin) throw new Error(`not signed: ${authorization}`);
}
