import type { LanguageCode } from "@cuplaj/protocol/participant.ts";
import type { Alert, AlertText, Door, ThemeChoice } from "./chat-state.ts";
import type {
  CallError,
  Me,
  Message,
  Offer,
  Participant,
  PendingMessage,
  Room,
  RoomEvent,
  RoomId,
  Settings,
} from "./entities.ts";

/** An event that carries nothing but its name. */
type Nothing = unknown;

/** A page of a room's history, oldest first; `isFull` when there may be more on the side that it was asked from. */
export interface MessagePage {
  /** The room's newest event when the page was read. */
  readonly seq: number;
  readonly messages: readonly Message[];
  readonly isFull: boolean;
}

/** The messages on both sides of a `seq`, and whether there may be more before and after them. */
export interface AroundPage extends Omit<MessagePage, "isFull"> {
  readonly hasOlder: boolean;
  readonly hasNewer: boolean;
}

/** What was missed (MSG-6), in our own words. */
export interface CaughtUp {
  readonly epoch: string;
  readonly rooms: readonly {
    readonly id: RoomId;
    readonly events: readonly RoomEvent[];
    readonly head: number;
    readonly hasMore: boolean;
  }[];
  /** Rooms that have to be fetched anew. */
  readonly reset: readonly RoomId[];
  readonly unread: Readonly<Record<RoomId, number>>;
  /** Rooms that had no cursor. */
  readonly fresh: readonly Room[];
  /** How new the person's own settings are (AUTH-8); absent from an older server process. */
  readonly userVersion?: number;
  /** The rooms as they stood here when it was asked. */
  readonly asked: Readonly<Record<RoomId, Room>>;
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
  /** `unsent` says what becomes of messages that have not left; without it one is asked when there are any (SEND-7). */
  "sign-out/asked": { readonly unsent?: "keep" | "delete" };
  "sign-out/put-off": Nothing;
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
  "chat/started": {
    readonly drafts: Readonly<Record<RoomId, string>>;
    readonly isRoomListVisible: boolean;
    readonly unreadPlaces: Readonly<Record<RoomId, number>>;
  };
  "attention/window-changed": { readonly isVisible: boolean; readonly isFocused: boolean };
  "attention/end-changed": { readonly roomId: RoomId; readonly isAtEnd: boolean };
  "rooms/list-toggled": Nothing;
  "rooms/more-asked": Nothing;
  "rooms/page-loaded": { readonly rooms: readonly Room[]; readonly total: number; readonly page: number };
  "rooms/page-failed": { readonly error: CallError };
  "rooms/unread-loaded": { readonly unread: Readonly<Record<RoomId, number>> };
  "rooms/room-fetched": { readonly room: Room };
  "rooms/room-gone": { readonly roomId: RoomId };
  "room/selected": { readonly roomId: RoomId };
  "room/join-asked": { readonly chat: string };
  "room/retry-asked": Nothing;
  "room/viewed": { readonly chat: string; readonly room: Room };
  "room/joined": { readonly chat: string; readonly room: Room };
  "room/open-failed": { readonly chat: string; readonly error: CallError };
  /** The server knows that the room is read up to `upto`, and says where its marker stands. */
  "room/read": { readonly roomId: RoomId; readonly upto: number; readonly readSeq: number };
  "room/read-failed": { readonly roomId: RoomId; readonly error: CallError };
  /** A step of reading is over. */
  "room/read-on": { readonly roomId: RoomId };
  "messages/newest-loaded": { readonly roomId: RoomId; readonly page: MessagePage };
  "messages/newest-failed": { readonly roomId: RoomId; readonly error: CallError };
  "messages/older-asked": { readonly roomId: RoomId };
  "messages/reload-asked": { readonly roomId: RoomId };
  /** The page before the message that stood at `beforeSeq`. */
  "messages/older-loaded": { readonly roomId: RoomId; readonly beforeSeq: number; readonly page: MessagePage };
  "messages/older-failed": { readonly roomId: RoomId; readonly error: CallError };
  "messages/newer-asked": { readonly roomId: RoomId };
  /** The page after the event at `afterSeq`. */
  "messages/newer-loaded": { readonly roomId: RoomId; readonly afterSeq: number; readonly page: MessagePage };
  "messages/newer-failed": { readonly roomId: RoomId; readonly error: CallError };
  /** The list is to show what stands around a `seq`, wherever in the room's history that is. */
  "messages/around-asked": { readonly roomId: RoomId; readonly seq: number };
  "messages/around-loaded": {
    readonly roomId: RoomId;
    readonly aroundSeq: number;
    readonly page: AroundPage;
  };
  "messages/around-failed": { readonly roomId: RoomId; readonly aroundSeq: number; readonly error: CallError };
  /** The list is to show the live end. */
  "messages/end-asked": { readonly roomId: RoomId };
  "messages/draft-written": { readonly roomId: RoomId; readonly text: string };
  "messages/send-asked": { readonly roomId: RoomId; readonly text: string };
  "messages/scroll-down-over": { readonly roomId: RoomId };
  "typing/whispered": { readonly roomId: RoomId; readonly person: Participant };
  "typing/expired": { readonly roomId: RoomId; readonly person: Pick<Participant, "id" | "kind"> };
  "presence/here": { readonly roomId: RoomId; readonly people: readonly Participant[] };
  "presence/joining": { readonly roomId: RoomId; readonly person: Participant };
  "presence/leaving": { readonly roomId: RoomId; readonly person: Pick<Participant, "id" | "kind"> };
  "connection/connected": Nothing;
  "connection/lost": Nothing;
  /** The person's own channel is subscribed: from here on no event is missed, and what was before is fetched. */
  "connection/listening": Nothing;
  "connection/away-long": Nothing;
  "connection/retry-asked": Nothing;
  /** The server no longer lets this person into the channel of a room (LIVE-2). */
  "connection/channel-refused": { readonly channel: string };
  "offers/asked": { readonly offerNumber: number };
  "offers/loaded": { readonly offer: Offer };
  "offers/failed": { readonly offerNumber: number; readonly error: CallError };
}

/** What can happen to messages on their way out. Handled once the outbox's code is loaded, which sending waits for. */
export interface OutboxEvents {
  /** What the device keeps for the person, in order; `isKept` is whether it keeps anything at all. */
  "outbox/read": { readonly rows: readonly PendingMessage[]; readonly isKept: boolean };
  "outbox/kept": {
    readonly roomId: RoomId;
    readonly clientId: string;
    readonly place: number;
    readonly isKept: boolean;
  };
  /** It is this page's turn to send; what the one before it has sent is no longer in `rows` (null: could not be read). */
  "outbox/turn-begun": { readonly rows: readonly PendingMessage[] | null };
  "outbox/turn-ended": Nothing;
  /** Another page has reason to think that the server is back. */
  "outbox/woken": Nothing;
  /** Messages that wait stand in the history already: their answer was lost. */
  "outbox/found-sent": { readonly roomId: RoomId; readonly clientIds: readonly string[] };
  "messages/published": { readonly clientId: string; readonly message: Message };
  "messages/publish-failed": { readonly roomId: RoomId; readonly clientId: string; readonly error: CallError };
  "messages/resend-due": { readonly roomId: RoomId };
  "messages/retry-asked": { readonly roomId: RoomId; readonly clientId: string };
  "messages/pending-deleted": { readonly roomId: RoomId; readonly clientId: string };
  "messages/edit-asked": { readonly roomId: RoomId; readonly clientId: string };
  "drafts/swapped": { readonly roomId: RoomId };
  "drafts/asides-read": { readonly asides: Readonly<Record<RoomId, string>> };
  /** Another page of the person wrote, or sent, what stands in a composer here. */
  "drafts/changed-elsewhere": { readonly roomId: RoomId; readonly kind: "draft" | "aside"; readonly text: string };
}

/** What can happen to what is known of the rooms' logs (MSG-5, MSG-6). */
export interface SyncEvents {
  /** Events of rooms' logs came live, in this order. */
  "sync/events-received": { readonly events: readonly RoomEvent[] };
  /** Where the logs of some rooms end (LIVE-3). */
  "sync/heads-received": {
    readonly epoch: string;
    readonly heads: readonly { readonly id: RoomId; readonly last_seq: number }[];
    /** How new the person's own settings are (AUTH-8); absent from an older server process. */
    readonly user_version?: number;
  };
  /** The person's own settings changed, on this device or another; they are this new now (AUTH-8). */
  "sync/settings-changed": { readonly version: number };
  /** Something may have been missed: a time of not listening, or of not looking. */
  "sync/asked": Nothing;
  "sync/due": Nothing;
  "sync/answered": { readonly answer: CaughtUp };
  /** `chance` in [0, 1) spreads the next attempt. */
  "sync/failed": { readonly error: CallError; readonly chance: number };
  /** A room that was asked for did not come; it may at another time. */
  "rooms/fetch-failed": { readonly error: CallError };
  "rooms/unread-failed": { readonly error: CallError };
  /** Time to ask again for what did not come. */
  "sync/retry-due": Nothing;
}

type Events = ShellEvents & RoomEvents & OutboxEvents & SyncEvents;

/** The name of an event. */
export type EventName = keyof Events;

/** An event: its name as `type`, and what it carries. */
export type ChatEvent<Name extends EventName = EventName> = {
  [N in Name]: { readonly type: N } & Events[N];
}[Name];
