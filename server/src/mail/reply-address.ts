import { createHmac, timingSafeEqual } from "node:crypto";
import type { ReplyTarget } from "./rules.ts";

const signatureCharacters = 16;
const letters = "abcdefghijklmnopqrstuvwxyz234567";

/** Base32 in lower case, since mail servers may change the case of an address. */
function signatureOf(key: string, { roomId, participantId }: ReplyTarget): string {
  const digest = createHmac("sha256", key).update(`answer by mail ${roomId} ${participantId}`).digest();
  const bits = [...digest].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return Array.from({ length: signatureCharacters }, (_, index) =>
    letters.charAt(Number.parseInt(bits.slice(index * 5, index * 5 + 5), 2)),
  ).join("");
}

/** INMAIL-1b: the address that takes a person's answers to a room: `chat+r12.34.<signature>@example.ro` for `chat@example.ro`. It never expires. */
export function makeReplyAddress(from: string, key: string, target: ReplyTarget): string {
  const at = from.lastIndexOf("@");
  return `${from.slice(0, at)}+r${target.roomId}.${target.participantId}.${signatureOf(key, target)}${from.slice(at)}`;
}

/** Returns whom a reply address belongs to; null if it is not ours. */
export function readReplyAddress(address: string, from: string, key: string): ReplyTarget | null {
  const [, roomId, participantId, signature = ""] =
    /\+r([1-9]\d{0,14})\.([1-9]\d{0,14})\.([a-z2-7]{16})@/u.exec(address.toLowerCase()) ?? [];
  const target = { roomId: Number(roomId), participantId: Number(participantId) };
  const isOurs = makeReplyAddress(from, key, target).toLowerCase() === address.toLowerCase();
  return signature !== "" && timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(key, target))) && isOurs
    ? target
    : null;
}
