import { createECDH } from "node:crypto";
import type { StatementPool } from "../storage/named-statement.ts";
import { ensureSetting } from "../storage/stored-setting.ts";

/** Keys that identify this installation to push services (RFC 8292), in base64url. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** PUSH-3: returns the stored keys, shared by all processes; creates them at first use. */
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
