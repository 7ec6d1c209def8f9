import { createHmac, timingSafeEqual } from "node:crypto";

const signatureOf = (key: string, participantId: number): string =>
  createHmac("sha256", key).update(`stop mail ${participantId}`).digest("base64url").slice(0, 22);

/** MAIL-7: the token that stops a person's e-mails; it never expires. */
export const stopToken = (key: string, participantId: number): string =>
  `${participantId}.${signatureOf(key, participantId)}`;

/** Returns the person whose e-mails the token stops; null if the token is not ours. */
export function readStopToken(key: string, token: string): number | null {
  const [, id = "", signature = ""] = /^([1-9]\d{0,14})\.([\w-]{22})$/u.exec(token) ?? [];
  const expected = signatureOf(key, Number(id));
  return signature.length === 22 && timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? Number(id) : null;
}
