import type { LanguageCode } from "@cuplaj/protocol/participant.ts";
import type { Door, ThemeChoice } from "./chat-state.ts";
import type { Me, Message, PendingMessage, RoomId } from "./entities.ts";
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
  /** Token and person. */
  "forget-session": Nothing;
  /** Drafts of a person (`ownerKey`), by that person's wish (SEND-7). */
  "forget-written": { readonly owner: string };
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
  /** Fetches a room to open it. */
  "call-view-room": { readonly chat: string };
  /** Fetches a room for the list. */
  "call-fetch-room": { readonly roomId: RoomId };
  "call-join-room": { readonly chat: string };
  "call-newest-messages": { readonly roomId: RoomId };
  "call-older-messages": { readonly roomId: RoomId; readonly beforeSeq: number };
  "call-newer-messages": { readonly roomId: RoomId; readonly afterSeq: number };
  "call-messages-around": { readonly roomId: RoomId; readonly aroundSeq: number };
  /** Saves where a room's unread messages begin; null deletes it. */
  "save-unread-place": { readonly roomId: RoomId; readonly seq: number | null };
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
  /** Puts a message into the outbox; until its code has come, where the next visit finds it. */
  "keep-message": { readonly message: PendingMessage };
}

/** What the outbox's transitions may ask. */
export interface OutboxEffects {
  /** Opens the outbox of whoever is signed in. */
  "outbox-open": Nothing;
  "outbox-close": Nothing;
  /** Keeps whether a kept message has failed. */
  "update-message": { readonly message: PendingMessage };
  /** Removes messages from the outbox; `sent` are those of them that were sent, for the person's other pages. */
  "drop-messages": { readonly clientIds: readonly string[]; readonly sent: readonly Message[] };
  "call-publish": { readonly roomId: RoomId; readonly clientId: string; readonly text: string };
  "ask-turn": Nothing;
  "end-turn": Nothing;
  /** Tells the page that sends to try again now. */
  "wake-sender": Nothing;
  "note-found-sent": { readonly roomId: RoomId; readonly clientIds: readonly string[] };
  "keep-aside": { readonly roomId: RoomId; readonly text: string };
}

/** What catching up may ask. */
export interface SyncEffects {
  /** MSG-6: what came after these cursors. */
  "call-sync": { readonly epoch: string | null; readonly cursors: Readonly<Record<RoomId, number>> };
}

type Effects = ShellEffects & RoomEffects & OutboxEffects & SyncEffects;

/** The name of an effect, an imperative. */
export type EffectName = keyof Effects;

/** An effect as data: its name as `type`, and what it needs. */
export type Effect<Name extends EffectName = EffectName> = {
  [N in Name]: { readonly type: N } & Effects[N];
}[Name];
