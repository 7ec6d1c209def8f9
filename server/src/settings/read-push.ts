import { createECDH } from "node:crypto";
import { StartupProblem } from "../kernel/startup-problem.ts";
import type { VapidKeys } from "../push/vapid-keys.ts";
import { isLoopbackHost, isUrlOf, oneOf, type ReadSetting, refuse, secret, text, wholeNumber } from "./settings.ts";

interface Reach {
  readonly host: string;
  readonly publicUrl: string | null;
}

/** PUSH-3: how pushes are signed, when they are sent, and where they may be sent. */
export function readPush(read: ReadSetting, { host, publicUrl }: Reach) {
  const isLoopbackAllowed =
    read(
      "PUSH_ENDPOINTS",
      oneOf(["public", "loopback"], "public"),
      "`loopback` also allows push services on this machine.",
    ) === "loopback";
  refuse(
    isLoopbackAllowed && !isLoopbackHost(host),
    `PUSH_ENDPOINTS is "loopback"; with HOST ${host} only public is allowed, since a browser could have this machine call itself.`,
  );
  const isContact = (given: string): boolean => /^mailto:[^@\s]+@[^@\s]+$/u.test(given) || isUrlOf(["https:"])(given);
  const subject = read(
    "VAPID_SUBJECT",
    text("mailto: and an address, or an https address, at which push services can reach the operator", null, isContact),
    "Contact for push services; unset, an https `PUBLIC_URL`.",
  );
  const ownAddress = publicUrl?.startsWith("https:") === true ? publicUrl : "https://cuplaj.invalid";
  return {
    push: {
      isLoopbackAllowed,
      /** Null if the keys are generated once and stored. */
      vapid: readVapidKeys(read),
      subject: subject ?? ownAddress,
      /** How long a message must be unread before it is pushed. */
      delayMs:
        read(
          "PUSH_DELAY_SECONDS",
          wholeNumber(0, 3600, 5, "seconds"),
          "Time a message stays unread before it is pushed.",
        ) * 1000,
    },
  };
}

function readVapidKeys(read: ReadSetting): VapidKeys | null {
  const hasBytes = (length: number) => (given: string) =>
    /^[A-Za-z0-9_-]+$/u.test(given) && Buffer.from(given, "base64url").length === length;
  const publicKey = read(
    "VAPID_PUBLIC_KEY",
    text("65 bytes in base64url", null, hasBytes(65)),
    "Web push key; unset, generated. Changing it ends pushes until browsers subscribe again.",
  );
  const privateKey = read(
    "VAPID_PRIVATE_KEY",
    secret("32 bytes in base64url", hasBytes(32)),
    "Private key of `VAPID_PUBLIC_KEY`.",
  );
  if (publicKey === null && privateKey === null) return null;
  if (publicKey === null || privateKey === null) {
    const [set, missing] = publicKey === null ? ["PRIVATE", "PUBLIC"] : ["PUBLIC", "PRIVATE"];
    throw new StartupProblem(
      `VAPID_${missing}_KEY is not set: VAPID_${set}_KEY and VAPID_${missing}_KEY must be set together.`,
    );
  }
  refuse(
    !belongTogether(publicKey, privateKey),
    "VAPID_PRIVATE_KEY is not valid; allowed is the one generated with VAPID_PUBLIC_KEY.",
  );
  return { publicKey, privateKey };
}

function belongTogether(publicKey: string, privateKey: string): boolean {
  try {
    const pair = createECDH("prime256v1");
    pair.setPrivateKey(privateKey, "base64url");
    return pair.getPublicKey().equals(Buffer.from(publicKey, "base64url"));
  } catch {
    // The key is not a valid private key for the curve.
    return false;
  }
}
