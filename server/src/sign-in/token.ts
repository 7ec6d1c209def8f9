import { hash, randomBytes, randomInt } from "node:crypto";

/** AUTH-2: 256 random bits that carry no information. */
export const makeToken = (): string => randomBytes(32).toString("base64url");

/** Characters that have no special meaning in shells and tables, and no look-alikes (0 and O, 1, I and l). */
const passwordCharacters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const passwordLength = 17;

/** USR-4b: A random password of about 99 bits, short enough to type. */
export const makePassword = (): string =>
  Array.from({ length: passwordLength }, () => passwordCharacters[randomInt(passwordCharacters.length)]).join("");

export const hashToken = (token: string): Buffer => hash("sha256", token, "buffer");

/** The name of a token's session. Sockets are bound to it, so that they can be closed by it (AUTH-4). */
export const sessionOf = (tokenHash: Buffer): string => tokenHash.toString("hex");
export const hashOfSession = (session: string): Buffer => Buffer.from(session, "hex");
