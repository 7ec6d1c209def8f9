/** Who may subscribe and who may send, by the prefix of a channel's name. */
export type ChannelKind = "public" | "private" | "encrypted" | "presence" | "server-to-user";

/** A channel name that matched its pattern. */
export interface ChannelName {
  readonly kind: ChannelKind;
  /** The server stores the last event of such a channel. */
  readonly isCached: boolean;
}

const namePattern = /^[A-Za-z0-9_\-=@,.;]{1,200}$/;
const signedNamePattern = /^(?:private|presence)-[A-Za-z0-9_\-=@,.;]{1,155}$/;
const socketIdPattern = /^\d{1,20}\.\d{1,20}$/;
const serverToUserPrefix = "#server-to-user-";

/** Null when the name is none that Pusher allows: at most 200 characters, few of them special, `#` only where reserved. */
export function parseChannelName(name: string): ChannelName | null {
  if (name.startsWith(serverToUserPrefix)) {
    return serverToUserId(name).length > 0 && name.length <= 200 ? { kind: "server-to-user", isCached: false } : null;
  }
  if (!namePattern.test(name)) return null;
  if (name.startsWith("presence-")) return { kind: "presence", isCached: name.startsWith("presence-cache-") };
  if (name.startsWith("private-encrypted-")) {
    return { kind: "encrypted", isCached: name.startsWith("private-encrypted-cache-") };
  }
  if (name.startsWith("private-")) return { kind: "private", isCached: name.startsWith("private-cache-") };
  return { kind: "public", isCached: name.startsWith("cache-") };
}

/** The user whose own channel this is; empty for any other channel. */
export function serverToUserId(name: string): string {
  return name.startsWith(serverToUserPrefix) ? name.slice(serverToUserPrefix.length) : "";
}

/** Only such names are ever signed; at most 164 characters, and no `:` that could move a field border (LIVE-2). */
export function isSignableChannel(name: string): boolean {
  return signedNamePattern.test(name) && name.length <= 164;
}

/** The pattern of socket ids, checked before one enters a signature (LIVE-2). */
export function isSocketId(text: string): boolean {
  return socketIdPattern.test(text);
}
