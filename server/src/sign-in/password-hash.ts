import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const runArgon2 = promisify(argon2);

/** AUTH-2: argon2id with the parameters that OWASP recommends: 19 MiB, two passes, one lane. */
const cost = { memory: 19 * 1024, passes: 2, parallelism: 1 };
const hashBytes = 32;

interface Stored {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, { ...cost, salt, hash: Buffer.alloc(hashBytes) });
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(hash)}`;
}

/** Verifies a password against a PHC string; false if that is malformed. */
export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const stored = readPhc(phc);
  return stored !== null && timingSafeEqual(await derive(password, stored), stored.hash);
}

async function derive(password: string, stored: Stored): Promise<Buffer> {
  return await runArgon2("argon2id", {
    // Keyboards compose ă, î and ș differently, but the same letters are the same password.
    message: password.normalize("NFC"),
    nonce: stored.salt,
    memory: stored.memory,
    passes: stored.passes,
    parallelism: stored.parallelism,
    tagLength: stored.hash.length,
  });
}

const encode = (bytes: Buffer): string => bytes.toString("base64").replaceAll("=", "");

function readPhc(phc: string): Stored | null {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/u.exec(phc);
  if (!match) return null;
  const [, memory, passes, parallelism, salt, hash] = match;
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt ?? "", "base64"),
    hash: Buffer.from(hash ?? "", "base64"),
  };
}
