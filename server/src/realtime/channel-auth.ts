import { createHmac, timingSafeEqual } from "node:crypto";
import { isSignableChannel, isSocketId } from "./channel-name.ts";
import type { ChannelData, PusherApp } from "./realtime-options.ts";

export interface SignedChannel {
  readonly auth: string;
  readonly channel_data?: string;
}

/** Hex HMAC-SHA256, which Pusher uses for all signatures. */
export function sign(secret: string, text: string): string {
  return createHmac("sha256", secret).update(text).digest("hex");
}

/** Compares in constant time, so that a signature cannot be guessed digit by digit. */
export function isSameSignature(given: string, expected: string): boolean {
  const givenBytes = Buffer.from(given);
  const expectedBytes = Buffer.from(expected);
  return givenBytes.length === expectedBytes.length && timingSafeEqual(givenBytes, expectedBytes);
}

/** Signs a channel for one socket; null if the id or name is malformed, since a `:` would shift the fields (LIVE-2). */
export function signChannel(
  app: PusherApp,
  socketId: string,
  channel: string,
  channelData?: ChannelData,
): SignedChannel | null {
  if (!isSocketId(socketId) || !isSignableChannel(channel)) return null;
  const data = channelData === undefined ? undefined : JSON.stringify(channelData);
  const auth = `${app.key}:${sign(app.secret, signedText(socketId, channel, data))}`;
  return data === undefined ? { auth } : { auth, channel_data: data };
}

/** Verifies a subscription's signature. It covers `channel_data` if present, also on private channels. */
export function isChannelAuthValid(
  app: PusherApp,
  socketId: string,
  channel: string,
  auth: string,
  channelData: string | undefined,
): boolean {
  return isSameSignature(auth, `${app.key}:${sign(app.secret, signedText(socketId, channel, channelData))}`);
}

function signedText(socketId: string, channel: string, channelData: string | undefined): string {
  return channelData === undefined ? `${socketId}:${channel}` : `${socketId}:${channel}:${channelData}`;
}
