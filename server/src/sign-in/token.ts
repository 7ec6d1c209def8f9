import { hash, randomBytes, randomInt } from "node:crypto";

/** AUTH-2: 256 random bits; means nothing by itself. */
export const makeToken = (): string => randomBytes(32).toString("base64url");

/** What neither a command line nor a table takes for anything else, and nobody takes for another one (0 and O, 1, I and l). */
const passwordCharacters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const passwordLength = 17;

/** USR-4b: a password that nobody chose, of some 99 random bits, short enough to be typed. */
export const makePassword = (): string =>
  Array.from({ length: passwordLength }, () => passwordCharacters[randomInt(passwordCharacters.length)]).join("");

/** What is stored of a token (AUTH-2). */
export const hashToken = (token: string): Buffer => hash("sha256", token, "buffer");

/** The name of the session that a token opens: what its sockets are bound to and can be closed by (AUTH-4). */
export const sessionOf = (tokenHash: Buffer): string => tokenHash.toString("hex");
export const hashOfSession = (session: string): Buffer => Buffer.from(session, "hex");
