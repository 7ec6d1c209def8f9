import type { LanguageCode } from "@cuplaj/protocol/participant.ts";
import type { Alert, AlertText, Door, ThemeChoice } from "./chat-state.ts";
import type { CallError, Me, Message, Offer, Participant, Room, RoomId, Settings } from "./entities.ts";

/** An event that carries nothing but its name. */
type Nothing = unknown;

/** A page of a room's history, oldest first; `isFull` when there may be more before it. */
export interface MessagePage {
  readonly messages: readonly Message[];
  readonly isFull: boolean;
}

/** What can happen before and around the chat: these are handled from the first paint on. */
export interface ShellEvents {
  "settings/asked": Nothing;
  "settings/loaded": { readonly settings: Settings };
  /** The address changed, by us, by a link or by the back button. */
  "address/arrived": { readonly path: string; readonly search: string };
  "address/asked": { readonly path: string; readonly how: "push" | "replace" };
  "sign-in/asked": { readonly username: string; readonly password: string };
  "sign-in/accepted": { readonly token: string; readonly me: Me };
  "sign-in/refused": { readonly error: CallError };
  "sign-in/door-chosen": { readonly door: Door };
  "sign-out/asked": Nothing;
  /** Some call was answered 401 to this token (GUARD-3). */
  "session/rejected": { readonly token: string };
  /** Another tab signed out, or in (as somebody). */
  "session/ended-elsewhere": Nothing;
  /** The session that the last visit left, at start. */
  "session/restored": { readonly token: string; readonly me: Me };
  "session/begun-elsewhere": { readonly token: string; readonly me: Me };
  "session/me-loaded": { readonly me: Me };
  "language/chosen": { readonly language: LanguageCode };
  "theme/chosen": { readonly theme: ThemeChoice };
  "alerts/raised": {
    readonly alertType: Alert["type"];
    readonly text: AlertText;
    readonly delayMs?: number;
  };
  "alerts/hidden": { readonly id: string };
  "alerts/removed": { readonly id: string };
  "alerts/held": { readonly id: string };
  "alerts/released": { readonly id: string };
}

/** What can happen in the chat: rooms, messages, people, the connection. Handled once its code is loaded. */
export interface RoomEvents {
  "chat/started": { readonly drafts: Readonly<Record<RoomId, string>>; readonly isRoomListVisible: boolean };
  "attention/window-changed": { readonly isVisible: boolean; readonly isFocused: boolean };
  "attention/end-changed": { readonly roomId: RoomId; readonly isAtEnd: boolean };
  "rooms/list-toggled": Nothing;
  "rooms/more-asked": Nothing;
  "rooms/page-loaded": { readonly rooms: readonly Room[]; readonly total: number; readonly page: number };
  "rooms/page-failed": { readonly error: CallError };
  "rooms/refreshed": { readonly rooms: readonly Room[]; readonly total: number };
  "rooms/unread-loaded": { readonly unread: Readonly<Record<RoomId, number>> };
  "rooms/room-fetched": { readonly room: Room };
  "rooms/room-gone": { readonly roomId: RoomId };
  "rooms/updated": { readonly roomId: RoomId };
  "room/selected": { readonly roomId: RoomId };
  "room/join-asked": { readonly chat: string };
  "room/retry-asked": Nothing;
  "room/viewed": { readonly chat: string; readonly room: Room };
  "room/joined": { readonly chat: string; readonly room: Room };
  "room/open-failed": { readonly chat: string; readonly error: CallError };
  "room/read": { readonly roomId: RoomId; readonly unreadCount: number; readonly readSeq: number };
  "room/read-due": { readonly roomId: RoomId; readonly upto: number };
  "messages/received": { readonly message: Message; readonly roomLastSeq: number };
  /** Several at once, in the order they came. */
  "messages/burst-received": { readonly burst: readonly RoomEvents["messages/received"][] };
  "messages/read-by": {
    readonly roomId: RoomId;
    readonly reader: Pick<Participant, "id" | "kind">;
    readonly readSeq: number;
  };
  "messages/newest-loaded": { readonly roomId: RoomId; readonly page: MessagePage };
  "messages/newest-failed": { readonly roomId: RoomId; readonly error: CallError };
  "messages/older-asked": { readonly roomId: RoomId };
  "messages/reload-asked": { readonly roomId: RoomId };
  "messages/older-loaded": { readonly roomId: RoomId; readonly page: MessagePage };
  "messages/older-failed": { readonly roomId: RoomId; readonly error: CallError };
  "messages/draft-written": { readonly roomId: RoomId; readonly text: string };
  "messages/send-asked": { readonly roomId: RoomId; readonly text: string };
  "messages/retry-asked": { readonly roomId: RoomId; readonly clientId: string };
  "messages/pending-deleted": { readonly roomId: RoomId; readonly clientId: string };
  "messages/published": { readonly clientId: string; readonly message: Message };
  "messages/publish-failed": { readonly roomId: RoomId; readonly clientId: string; readonly error: CallError };
  "messages/scroll-down-over": { readonly roomId: RoomId };
  "typing/whispered": { readonly roomId: RoomId; readonly person: Participant };
  "typing/expired": { readonly roomId: RoomId; readonly person: Pick<Participant, "id" | "kind"> };
  "presence/here": { readonly roomId: RoomId; readonly people: readonly Participant[] };
  "presence/joining": { readonly roomId: RoomId; readonly person: Participant };
  "presence/leaving": { readonly roomId: RoomId; readonly person: Pick<Participant, "id" | "kind"> };
  "connection/connected": Nothing;
  "connection/lost": Nothing;
  /** The person's own channel is subscribed: what was missed before is fetched now. */
  "connection/listening": Nothing;
  "connection/away-long": Nothing;
  "connection/retry-asked": Nothing;
  /** The server no longer lets this person into the channel of a room (LIVE-2). */
  "connection/channel-refused": { readonly channel: string };
  "offers/asked": { readonly offerNumber: number };
  "offers/loaded": { readonly offer: Offer };
  "offers/failed": { readonly offerNumber: number; readonly error: CallError };
}

type Events = ShellEvents & RoomEvents;

/** The name of an event. */
export type EventName = keyof Events;

/** An event: its name as `type`, and what it carries. */
export type ChatEvent<Name extends EventName = EventName> = {
  [N in Name]: { readonly type: N } & Events[N];
}[Name];
