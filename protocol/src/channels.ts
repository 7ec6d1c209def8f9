/** Matches only the canonical form: ids without leading zeros, at most 15 digits and therefore below 2^53 (ERR-4). */
export const roomNamePattern = /^(?:oferta|cerere)\.([1-9]\d{0,14})$/;
export const userChannelPattern = /^private-user\.([1-9]\d{0,14})$/;

/** Formats the name of a room that begins with an offer: `oferta.10001`. */
export const offerRoomName = (offerId: number): string => `oferta.${offerId}`;

/** Formats the name of a room that begins with a request: `cerere.31` (REQ-1). */
export const requestRoomName = (requestId: number): string => `cerere.${requestId}`;

/** Formats a room's presence channel from its name: `presence-oferta.10001`. */
export const roomChannel = (name: string): string => `presence-${name}`;

/** Formats a person's own channel: `private-user.7`. */
export const userChannel = (participantId: number): string => `private-user.${participantId}`;

/** Returns the unvalidated text after `private-user.`; null for other channels. */
export const userIdOfChannel = (channel: string): string | null =>
  channel.startsWith("private-user.") ? channel.slice("private-user.".length) : null;

/** Parses the number of the offer or request that a room is named after; null if invalid. */
export function parseRoomName(name: string): { readonly of: "offer" | "request"; readonly id: number } | null {
  const match = roomNamePattern.exec(name);
  return match?.[1] ? { of: name.startsWith("oferta.") ? "offer" : "request", id: Number(match[1]) } : null;
}

export type ParsedChannel =
  | { readonly kind: "room"; readonly roomName: string }
  | { readonly kind: "user"; readonly participantId: number };

/** Parses a room or user channel; null for any other name, so that nothing unknown is ever signed (LIVE-2). */
export function parseChannel(channel: string): ParsedChannel | null {
  const user = userChannelPattern.exec(channel);
  if (user?.[1]) return { kind: "user", participantId: Number(user[1]) };
  const name = channel.startsWith("presence-") ? channel.slice("presence-".length) : "";
  return parseRoomName(name) === null ? null : { kind: "room", roomName: name };
}

export const offerRoomType = 1;
export const requestRoomType = 2;

/** The only event that clients may send (LIVE-5). */
export const typingWhisper = "client-typing";
