/** The prefix of a channel's name determines who may subscribe and send. */
export type ChannelKind = "public" | "private" | "encrypted" | "presence";

const namePattern = /^[A-Za-z0-9_\-=@,.;]{1,200}$/;
const signedNamePattern = /^(?:private|presence)-[A-Za-z0-9_\-=@,.;]{1,155}$/;
const socketIdPattern = /^\d{1,20}\.\d{1,20}$/;

/** Returns a channel's kind; null if the name is invalid. Names have at most 200 characters. */
export function channelKind(name: string): ChannelKind | null {
  if (!namePattern.test(name)) return null;
  if (name.startsWith("presence-")) return "presence";
  if (name.startsWith("private-encrypted-")) return "encrypted";
  return name.startsWith("private-") ? "private" : "public";
}

/** Whether a channel name may be signed: at most 164 characters, and no `:`, which would shift the fields (LIVE-2). */
export function isSignableChannel(name: string): boolean {
  return signedNamePattern.test(name) && name.length <= 164;
}

/** Whether a text is a socket id; checked before it enters a signature (LIVE-2). */
export function isSocketId(text: string): boolean {
  return socketIdPattern.test(text);
}
