import { fieldsOf, isText } from "../api/shapes.ts";

/** The longest frame that is read, characters: well above the longest of ours, which names all people of a presence channel. */
const frameCharactersMax = 4 * 1024 * 1024;

/** A frame of the Pusher protocol. */
export interface Frame {
  readonly event: string;
  /** Empty where it is about the connection itself. */
  readonly channel: string;
  readonly data: unknown;
  /** Who whispered, as the server signed them. */
  readonly userId: unknown;
}

/** A frame from its text; null for what is none. Its data is JSON text on the wire. */
export function readFrame(text: string): Frame | null {
  const { event, channel, data, user_id: userId } = fieldsOf(text.length > frameCharactersMax ? null : parsed(text));
  if (!isText(event)) return null;
  return { event, channel: isText(channel) ? channel : "", data: isText(data) ? parsed(data) : data, userId };
}

/** What JSON text says; the text itself where it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
