import { fieldsOf, isText } from "../api/shapes.ts";

/** The longest frame that is read, characters: well above our longest, which names all people of a presence channel. */
const frameCharactersMax = 4 * 1024 * 1024;

/** A frame of the Pusher protocol. */
export interface Frame {
  readonly event: string;
  /** Empty if about the connection itself. */
  readonly channel: string;
  readonly data: unknown;
  /** Who whispered, as the server signed it. */
  readonly userId: unknown;
}

/** A frame from its text; null if it is not one. Its data is JSON text on the wire. */
export function readFrame(text: string): Frame | null {
  const { event, channel, data, user_id: userId } = fieldsOf(text.length > frameCharactersMax ? null : parsed(text));
  if (!isText(event)) return null;
  return { event, channel: isText(channel) ? channel : "", data: isText(data) ? parsed(data) : data, userId };
}

/** The value of JSON text; any other text itself. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
