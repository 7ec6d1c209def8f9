import type { ChannelRegistry } from "./channel-registry.ts";
import { closeCodes } from "./close-codes.ts";
import type { AppState } from "./connection.ts";

const oldestProtocol = 5;
const newestProtocol = 7;

/** Whether a websocket may open: for an app, or refused with a code that tells the client what to do. */
export type Admission =
  | { readonly kind: "admitted"; readonly app: AppState }
  | { readonly kind: "refused"; readonly code: number; readonly message: string; readonly isFull: boolean };

/** The key in `/app/{key}`, or null for any other path. */
export function appKeyOf(url: string): string | null {
  const match = /^\/app\/([^/?#]+)(?:[?#]|$)/.exec(url);
  return match?.[1] ?? null;
}

/** An absent Origin is let in: a socket carries no identity of its own, and only browsers send the header. */
export function isOriginAllowed(origin: string | undefined, allowed: "any" | readonly string[]): boolean {
  return origin === undefined || allowed === "any" || allowed.includes(origin.toLowerCase());
}

/** Decides by app, protocol version and room for one more (LIVE-8). */
export function admit(
  url: string,
  registry: ChannelRegistry,
  state: { readonly sockets: number; readonly socketsMax: number; readonly isDraining: boolean },
): Admission {
  const app = registry.appByKey(appKeyOf(url) ?? "");
  if (app === null) return refused(closeCodes.unknownApp, "There is no app with this key");
  const refusal = versionRefusal(new URLSearchParams(url.split("?")[1] ?? "").get("protocol"));
  if (refusal !== null) return refusal;
  if (state.isDraining) return refused(closeCodes.overCapacity, "The server is shutting down");
  if (state.sockets >= state.socketsMax) return refused(closeCodes.overCapacity, "The server is at its capacity", true);
  return { kind: "admitted", app };
}

function versionRefusal(version: string | null): Admission | null {
  if (version === null) return refused(closeCodes.noVersion, "The protocol version is missing");
  if (!/^\d{1,4}$/.test(version)) return refused(closeCodes.malformedVersion, "The protocol version is no number");
  const isSupported = Number(version) >= oldestProtocol && Number(version) <= newestProtocol;
  const message = `Protocol versions ${oldestProtocol} to ${newestProtocol} are supported`;
  return isSupported ? null : refused(closeCodes.unsupportedVersion, message);
}

function refused(code: number, message: string, isFull = false): Admission {
  return { kind: "refused", code, message, isFull };
}
