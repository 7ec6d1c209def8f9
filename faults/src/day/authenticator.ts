import { createHmac } from "node:crypto";
import { sleep, wallMs } from "../clock.ts";

const [stepMs, digits] = [30_000, 6];
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** RFC 6238 as phones do it: SHA-1, 30 s, six digits. */
export function codeOf(secret: string, step: number): string {
  const bits = secret.replaceAll(/./gu, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0"));
  const key = Buffer.from((bits.match(/.{8}/gu) ?? []).map((eight) => Number.parseInt(eight, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", key).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 0xf) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/** A phone that gives each code once. */
export interface Authenticator {
  setUp(secret: string): void;
  /** Waits if the codes of this and the next step, which the server takes too (TFA-2), are used. */
  code(): Promise<string>;
}

export function createAuthenticator(): Authenticator {
  let [secret, lastStep] = ["", 0];
  return {
    setUp(given) {
      [secret, lastStep] = [given, 0];
    },
    async code() {
      lastStep = Math.max(lastStep + 1, Math.floor(wallMs() / stepMs));
      await sleep((lastStep - 1) * stepMs - wallMs());
      return codeOf(secret, lastStep);
    },
  };
}
