const textOpcode = 0x81;

/** A websocket ping without payload, unmasked like all frames from servers. */
export const pingFrame: Buffer = Buffer.from([0x89, 0x00]);

/** An event to encode; `data` is JSON text, which becomes a string in the envelope. */
interface EventParts {
  readonly event: string;
  readonly channel?: string;
  readonly data: string;
  readonly userId?: string;
}

/** Encodes an event in protocol 7. Pusher clients other than pusher-js read `data` only if it is a string. */
export function encodeEvent(parts: EventParts): string {
  return envelope(JSON.stringify(parts.event), JSON.stringify(parts.data), parts.channel, parts.userId);
}

/** Encodes event and data that are already JSON strings, so that many channels share one encoding. */
export function envelope(eventJson: string, dataJson: string, channel?: string, userId?: string): string {
  const channelPart = channel === undefined ? "" : `,"channel":${JSON.stringify(channel)}`;
  const userPart = userId === undefined ? "" : `,"user_id":${JSON.stringify(userId)}`;
  return `{"event":${eventJson}${channelPart},"data":${dataJson}${userPart}}`;
}

export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const headerLength = length < 126 ? 2 : length < 65536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerLength + length);
  frame[0] = textOpcode;
  if (headerLength === 2) {
    frame[1] = length;
  } else if (headerLength === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, headerLength);
  return frame;
}

/** Leaves strings as they are, and turns everything else into JSON. */
export function encodeData(data: unknown): string {
  return typeof data === "string" ? data : (JSON.stringify(data) ?? "null");
}

export function eventFrame(event: string, data: unknown, channel?: string): Buffer {
  return textFrame(encodeEvent({ event, data: JSON.stringify(data), ...(channel === undefined ? {} : { channel }) }));
}

/** Encodes `pusher:error`, which does not close the socket by itself. */
export function errorFrame(code: number | null, message: string): Buffer {
  return eventFrame("pusher:error", { code, message });
}
