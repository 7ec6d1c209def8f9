import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from "node:crypto";

/** Length of a SHA-256 digest in base64url. */
const macLength = 43;

/** Authenticates messages between processes (SEC-10): others with access to Redis do not know the secret. */
interface BusSeal {
  readonly seal: (text: string) => string;
  /** Returns the text, or null if the seal is invalid. */
  readonly open: (sealed: string) => string | null;
}

/** Derives a separate key from the secret, so that no signature made for a client is valid here. */
export function createBusSeal(secret: string): BusSeal {
  // Every message is sealed and opened, and a key object makes that five times as fast as raw bytes.
  const key = createSecretKey(Buffer.from(hkdfSync("sha256", secret, "", "cuplaj bus 2", 32)));
  const macOf = (text: string): string => createHmac("sha256", key).update(text).digest("base64url");
  return {
    seal: (text) => macOf(text) + text,
    open(sealed) {
      const text = sealed.slice(macLength);
      const given = Buffer.from(sealed.slice(0, macLength));
      const right = Buffer.from(macOf(text));
      return given.length === right.length && timingSafeEqual(given, right) ? text : null;
    },
  };
}
