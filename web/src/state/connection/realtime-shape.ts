import type { Nothing } from "../shape.ts";

declare module "../shape.ts" {
  interface AppState extends RealtimeState {}
  interface AppEvents extends RealtimeEvents {}
  interface AppEffects extends RealtimeEffects {}
  interface Commands extends RealtimeCommands {}
}

export interface RealtimeState {
  /** The live connection. `ws_online` of the specification is `phase === "online"` (CONN-1). */
  readonly connection: {
    readonly phase: "idle" | "connecting" | "online" | "offline";
    /** The person's own channel: while held, no event is missed; while refused, nothing comes live (CONN-6). */
    readonly ownChannel: "missing" | "held" | "refused";
    /** True once it is away for five seconds, or does not answer: time for the banner. */
    readonly isAwayLong: boolean;
  };
}

export interface RealtimeEvents {
  "connection/connected": Nothing;
  "connection/lost": Nothing;
  /** The person's own channel is subscribed: from here on no event is missed, and earlier ones are fetched. */
  "connection/listening": Nothing;
  "connection/away-long": Nothing;
  "connection/retry-asked": Nothing;
  /** The server may be gone silently: a connection that is up has to prove that it lives (CONN-4). */
  "connection/probe-asked": Nothing;
  /** The person's own channel was refused. */
  "connection/refused": Nothing;
  /** The server no longer admits this person to a room's channel (LIVE-2). */
  "connection/channel-refused": { readonly channel: string };
}

export interface RealtimeEffects {
  connect: { readonly meId: number };
  disconnect: Nothing;
  "reconnect-now": Nothing;
  "probe-connection": Nothing;
  /** Exactly the presence channels to hold from now on. */
  "watch-channels": { readonly channels: readonly string[] };
  "whisper-typing": { readonly channel: string; readonly name: string };
}

export interface RealtimeCommands {
  readonly reconnectNow: () => void;
}
