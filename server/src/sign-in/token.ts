import { hash, randomBytes } from "node:crypto";

/** AUTH-2: 256 random bits; means nothing by itself. */
export const makeToken = (): string => randomBytes(32).toString("base64url");

/** A password that nobody chose: 96 random bits, short enough to be typed. */
export const makePassword = (): string => randomBytes(12).toString("base64url");

/** What is stored of a token (AUTH-2). */
export const hashToken = (token: string): Buffer => hash("sha256", token, "buffer");

/** The name of the session that a token opens: what its sockets are bound to and can be closed by (AUTH-4). */
export const sessionOf = (tokenHash: Buffer): string => tokenHash.toString("hex");
export const hashOfSession = (session: string): Buffer => Buffer.from(session, "hex");
