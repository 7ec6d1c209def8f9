import { hash, randomBytes, randomInt } from "node:crypto";

/** AUTH-2: makes a token of 256 random bits, without any information in it. */
export const makeToken = (): string => randomBytes(32).toString("base64url");

/** Characters without a special meaning in shells and tables, and without look-alikes (0 and O; 1, I and l). */
const passwordCharacters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const passwordLength = 17;

/** USR-4b: makes a random password of about 99 bits, short enough to type. */
export const makePassword = (): string =>
  Array.from({ length: passwordLength }, () => passwordCharacters[randomInt(passwordCharacters.length)]).join("");

export const hashToken = (token: string): Buffer => hash("sha256", token, "buffer");

/** The name of a token's session. Sockets are bound to it, so that they can be closed when it ends (AUTH-4). */
export const sessionOf = (tokenHash: Buffer): string => tokenHash.toString("hex");
export const hashOfSession = (session: string): Buffer => Buffer.from(session, "hex");
