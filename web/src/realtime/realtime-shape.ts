import type { Nothing } from "../state/shape.ts";
import type { ro } from "./ro.ts";

declare module "../state/shape.ts" {
  interface ChatState extends RealtimeState {}
  interface ChatEvents extends RealtimeEvents {}
  interface ChatEffects extends RealtimeEffects {}
  interface Commands extends RealtimeCommands {}
  interface Words extends RealtimeWords {}
}
type RealtimeWords = typeof ro;

export interface RealtimeState {
  /** The live connection. `ws_online` of the specification is `phase === "online"` (CONN-1). */
  readonly connection: {
    readonly phase: "idle" | "connecting" | "online" | "offline";
    /** True while the person's own channel is subscribed: from there on no event is missed. */
    readonly isListening: boolean;
    /** True once it has been away for five seconds: time for the banner. */
    readonly isAwayLong: boolean;
  };
}

export interface RealtimeEvents {
  "connection/connected": Nothing;
  "connection/lost": Nothing;
  /** The person's own channel is subscribed: from here on no event is missed, and what was before is fetched. */
  "connection/listening": Nothing;
  "connection/away-long": Nothing;
  "connection/retry-asked": Nothing;
  /** The server no longer lets this person into the channel of a room (LIVE-2). */
  "connection/channel-refused": { readonly channel: string };
}

export interface RealtimeEffects {
  connect: { readonly meId: number };
  disconnect: Nothing;
  "reconnect-now": Nothing;
  /** The presence channels to hold from now on, no more and no less. */
  "watch-channels": { readonly channels: readonly string[] };
  "whisper-typing": { readonly channel: string; readonly name: string };
}

export interface RealtimeCommands {
  readonly reconnectNow: () => void;
}
