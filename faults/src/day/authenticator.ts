import { createHmac } from "node:crypto";
import { sleep, wallMs } from "../clock.ts";

const [stepMs, digits] = [30_000, 6];
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The code that a phone shows in a 30 s step: RFC 6238 with SHA-1 and six digits. */
export function codeOf(secret: string, step: number): string {
  const bits = secret.replaceAll(/./gu, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0"));
  const key = Buffer.from((bits.match(/.{8}/gu) ?? []).map((eight) => Number.parseInt(eight, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", key).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 0xf) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/** A phone with an authenticator app, which gives out each code only once. */
export interface Authenticator {
  setUp(secret: string): void;
  /** Waits if the codes of the current step and the next have been given out. The server accepts both (TFA-2). */
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
