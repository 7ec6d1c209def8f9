import { createHmac, timingSafeEqual } from "node:crypto";
import type { CodeProblem } from "@cuplaj/protocol/second-factor.ts";
import { toBase32 } from "./base32.ts";

/** RFC 6238 with the parameters that every authenticator supports: SHA-1, 30 s, six digits. */
const stepMs = 30_000;
const digits = 6;
/** TFA-2: the clock skew that is tolerated. */
const skewSteps = 1;
/** A code up to 5 min old counts as expired and not as wrong, since people type slowly. */
const expiredSteps = 10;

export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

export const stepAt = (now: number): number => Math.floor(now / stepMs);

/** TFA-2: returns the code's step, or the problem; `lastStep` is the newest step used. */
export function judgeCode(
  secret: Buffer,
  code: string,
  { now, lastStep }: { readonly now: number; readonly lastStep: number },
): { readonly step: number } | { readonly problem: CodeProblem } {
  const current = stepAt(now);
  const step = newestOf(secret, code, current - skewSteps, current + skewSteps);
  if (step !== null) return step > lastStep ? { step } : { problem: "used" };
  const isPast = newestOf(secret, code, current - expiredSteps, current - skewSteps - 1) !== null;
  return { problem: isPast ? "expired" : "wrong" };
}

/** Returns the newest matching step; compares all steps in constant time. */
function newestOf(secret: Buffer, code: string, from: number, upto: number): number | null {
  const given = Buffer.from(code);
  let newest: number | null = null;
  for (let step = from; step <= upto; step += 1) {
    const right = Buffer.from(codeOf(secret, step));
    if (right.length === given.length && timingSafeEqual(right, given)) newest = step;
  }
  return newest;
}

/** The `otpauth:` URI of the QR code. */
export function addressOf(
  secret: Buffer,
  { username, issuer }: { readonly username: string; readonly issuer: string },
): string {
  const [name, person] = [encodeURIComponent(issuer), encodeURIComponent(username)];
  const settings = `issuer=${name}&algorithm=SHA1&digits=${digits}&period=30`;
  return `otpauth://totp/${name}:${person}?secret=${toBase32(secret)}&${settings}`;
}
