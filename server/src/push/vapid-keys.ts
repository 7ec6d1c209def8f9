import { createECDH } from "node:crypto";
import type { StatementPool } from "../storage/named-statement.ts";
import { ensureSetting } from "../storage/stored-setting.ts";

/** Identify this installation to push services (RFC 8292); base64url. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** PUSH-3: created once and stored, shared by all processes. */
export async function ownVapidKeys(pool: StatementPool): Promise<VapidKeys> {
  const pair = createECDH("prime256v1");
  const privateKey = await ensureSetting(pool, "vapid_private_key", () => {
    pair.generateKeys();
    return Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
      .subarray(-32)
      .toString("base64url");
  });
  pair.setPrivateKey(privateKey, "base64url");
  return { publicKey: pair.getPublicKey("base64url"), privateKey };
}
