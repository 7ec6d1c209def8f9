/** Who may subscribe and who may send, by the prefix of a channel's name. */
export type ChannelKind = "public" | "private" | "encrypted" | "presence";

const namePattern = /^[A-Za-z0-9_\-=@,.;]{1,200}$/;
const signedNamePattern = /^(?:private|presence)-[A-Za-z0-9_\-=@,.;]{1,155}$/;
const socketIdPattern = /^\d{1,20}\.\d{1,20}$/;

/** Null for a name that is not allowed: at most 200 characters, few of them special. */
export function channelKind(name: string): ChannelKind | null {
  if (!namePattern.test(name)) return null;
  if (name.startsWith("presence-")) return "presence";
  if (name.startsWith("private-encrypted-")) return "encrypted";
  return name.startsWith("private-") ? "private" : "public";
}

/** Only such names are ever signed; at most 164 characters, and no `:` that could move a field border (LIVE-2). */
export function isSignableChannel(name: string): boolean {
  return signedNamePattern.test(name) && name.length <= 164;
}

/** The pattern of socket ids, checked before one enters a signature (LIVE-2). */
export function isSocketId(text: string): boolean {
  return socketIdPattern.test(text);
}
