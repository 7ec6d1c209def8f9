import type { LanguageCode } from "@cuplaj/protocol/participant.ts";
import type { Door, ThemeChoice } from "./chat-state.ts";
import type { Me, RoomId } from "./entities.ts";
import type { ChatEvent } from "./events.ts";

type Nothing = unknown;

/** What transitions may ask of the outside from the first paint on. */
export interface ShellEffects {
  navigate: { readonly to: string; readonly replace: boolean };
  /** One timer a key: asking again starts it anew. */
  "dispatch-later": { readonly key: string; readonly delayMs: number; readonly event: ChatEvent };
  "cancel-later": { readonly key: string };
  "cancel-all-later": Nothing;
  "call-settings": Nothing;
  "call-sign-in": { readonly door: Door; readonly username: string; readonly password: string };
  "call-sign-out": { readonly token: string };
  "call-me": Nothing;
  "keep-session": { readonly token: string; readonly me: Me };
  /** Token, person, drafts: everything that belongs to the one who leaves. */
  "forget-session": Nothing;
  "keep-language": { readonly language: LanguageCode };
  "keep-theme": { readonly theme: ThemeChoice };
  "keep-door": { readonly door: Door };
  /** Loads the chat's own code; it starts itself. */
  "load-chat": Nothing;
  /** Badge and title of the window; 0 clears both. */
  "show-unread": { readonly total: number };
}

/** What the chat's transitions may ask. */
export interface RoomEffects {
  "call-rooms-page": { readonly page: number };
  "call-unread": Nothing;
  /** Page 1 again, after a time of not listening. */
  "call-refresh-rooms": Nothing;
  /** Fetches a room to open it. */
  "call-view-room": { readonly chat: string };
  /** Fetches a room for the list. */
  "call-fetch-room": { readonly roomId: RoomId };
  "call-join-room": { readonly chat: string };
  "call-newest-messages": { readonly roomId: RoomId };
  "call-older-messages": { readonly roomId: RoomId; readonly beforeSeq: number };
  "call-publish": { readonly roomId: RoomId; readonly clientId: string; readonly text: string };
  "call-mark-read": { readonly roomId: RoomId; readonly upto: number };
  "call-offer": { readonly offerNumber: number };
  connect: { readonly meId: number };
  disconnect: Nothing;
  "reconnect-now": Nothing;
  /** The presence channels to hold from now on, no more and no less. */
  "watch-channels": { readonly channels: readonly string[] };
  "whisper-typing": { readonly channel: string; readonly name: string };
  "keep-draft": { readonly roomId: RoomId; readonly text: string };
  "keep-room-list-visible": { readonly isVisible: boolean };
}

type Effects = ShellEffects & RoomEffects;

/** The name of an effect, an imperative. */
export type EffectName = keyof Effects;

/** An effect as data: its name as `type`, and what it needs. */
export type Effect<Name extends EffectName = EffectName> = {
  [N in Name]: { readonly type: N } & Effects[N];
}[Name];
