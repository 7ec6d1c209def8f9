import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { PushSubscription } from "@cuplaj/protocol/push.ts";

/** A push service on loopback with one subscribed browser. */
export interface PushReceiver {
  readonly subscription: PushSubscription;
  /** The decrypted texts of pushes since the last call. */
  readonly take: () => readonly string[];
  readonly close: () => void;
}

export async function startPushReceiver(): Promise<PushReceiver> {
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  const auth = randomBytes(16);
  let texts: string[] = [];

  /** Decrypts by RFC 8291. A push has a single record (RFC 8188). */
  function decrypted(body: Buffer): string {
    const [salt, keyEnd] = [body.subarray(0, 16), 21 + body.readUInt8(20)];
    const [sender, record] = [body.subarray(21, keyEnd), body.subarray(keyEnd)];
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), pair.getPublicKey(), sender]);
    const secret = hkdfSync("sha256", pair.computeSecret(sender), auth, info, 32);
    const derive = (name: string, length: number) =>
      Buffer.from(hkdfSync("sha256", Buffer.from(secret), salt, `Content-Encoding: ${name}\0`, length));
    const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
    decipher.setAuthTag(record.subarray(-16));
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    return padded.subarray(0, padded.lastIndexOf(2)).toString();
  }

  const server = createServer(
    (request, response) =>
      void buffer(request).then((body) => {
        texts.push(decrypted(body));
        response.writeHead(201).end();
      }),
  );
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    subscription: {
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/push/${randomBytes(6).toString("hex")}`,
      expirationTime: null,
      keys: { p256dh: pair.getPublicKey("base64url"), auth: auth.toString("base64url") },
    },
    take: () => {
      const taken = texts;
      texts = [];
      return taken;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
