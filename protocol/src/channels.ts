/** Channel and room names: built and parsed here and nowhere else (ROOM-1). */

/** The one form of each name: an id without leading zeros, of at most 15 digits, so below 2^53 (ERR-4). */
export const roomNamePattern = /^oferta\.([1-9]\d{0,14})$/;
export const userChannelPattern = /^private-user\.([1-9]\d{0,14})$/;

/** The name of an offer's room: `oferta.10001`. */
export const roomName = (offerId: number): string => `oferta.${offerId}`;

/** The presence channel of a room: `presence-oferta.10001`. */
export const roomChannel = (name: string): string => `presence-${name}`;

/** A person's own channel: `private-user.7`. */
export const userChannel = (participantId: number): string => `private-user.${participantId}`;

/** The id in the name of a person's own channel, as text; null where the name is none's. */
export const userIdOfChannel = (channel: string): string | null =>
  channel.startsWith("private-user.") ? channel.slice("private-user.".length) : null;

/** The offer number in a room name, or null where the text is no room name. */
export function offerIdOfRoomName(name: string): number | null {
  const match = roomNamePattern.exec(name);
  return match?.[1] ? Number(match[1]) : null;
}

/** What a channel of ours stands for. */
export type ParsedChannel =
  | { readonly kind: "room"; readonly roomName: string }
  | { readonly kind: "user"; readonly participantId: number };

/** Parses a channel of ours; null for every other name, so nothing unknown is ever signed (LIVE-2). */
export function parseChannel(channel: string): ParsedChannel | null {
  const user = userChannelPattern.exec(channel);
  if (user?.[1]) return { kind: "user", participantId: Number(user[1]) };
  const name = channel.startsWith("presence-") ? channel.slice("presence-".length) : "";
  return offerIdOfRoomName(name) === null ? null : { kind: "room", roomName: name };
}

/** The one type of room there is: offers, whose input is the offer number. */
export const offerRoomType = 1;

/** The name of the one whisper there is (LIVE-5). */
export const typingWhisper = "client-typing";
