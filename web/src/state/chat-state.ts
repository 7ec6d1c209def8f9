import type { LanguageCode } from "@cuplaj/protocol/participant.ts";
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

/** Which sign-in a person uses: customers and agents, or ERP users (WEB-6). */
export type Door = "customer" | "erp";

/** Whether somebody is signed in, and with which token. */
type Session =
  | { readonly phase: "signed-out" }
  | { readonly phase: "signed-in"; readonly token: string; readonly me: Me };

/** The sign-in form's state (SIGN-1). */
interface SignIn {
  readonly door: Door;
  readonly phase: "idle" | "busy" | "failed";
  readonly error: CallError | null;
}

/** Where the address leads. `chat` is a room's name, id or offer number as it stands in the address. */
export type Route =
  | { readonly kind: "starting" }
  | { readonly kind: "home" }
  | { readonly kind: "join"; readonly chat: string }
  | { readonly kind: "view"; readonly chat: string }
  /** `from` is where to go after signing in: a path of ours, checked (WEB-2). */
  | { readonly kind: "login"; readonly from: string }
  | { readonly kind: "logout" }
  | { readonly kind: "not-found" };

export type ThemeChoice = "light" | "dark" | "system";

/** What an alert says: one of our sentences (`alerts.*` in the language files), with what it ends in, or a server's own. */
export type AlertText =
  | {
      readonly kind: "key";
      readonly key: AlertKey;
      readonly quote?: string;
      /** The message that it tells of, where nothing else shows it: it can be copied and deleted there (SEND-5). */
      readonly unsent?: Pick<PendingMessage, "roomId" | "clientId">;
    }
  | { readonly kind: "text"; readonly text: string };

/** Our own sentences for alerts; every language file has each of them. */
export type AlertKey = "roomLeft" | "messageNotSent" | "signedOutElsewhere" | "sessionEnded" | "copied";

/** A toast (TOAST-1): shown for `delayMs`, then hiding for a second, then gone. */
export interface Alert {
  readonly id: string;
  readonly type: "success" | "danger";
  readonly text: AlertText;
  readonly delayMs: number;
  readonly phase: "shown" | "hiding";
}

/** The live connection. `ws_online` of the specification is `phase === "online"` (CONN-1). */
interface Connection {
  readonly phase: "idle" | "connecting" | "online" | "offline";
  /** True while the person's own channel is subscribed: from there on no event is missed. */
  readonly isListening: boolean;
  /** True once it has been away for five seconds: time for the banner. */
  readonly isAwayLong: boolean;
}

/** The list of rooms. `order` holds ids, newest activity first. */
export interface RoomList {
  readonly byId: Readonly<Record<RoomId, Room>>;
  readonly order: readonly RoomId[];
  readonly total: number;
  readonly page: number;
  /** Idle before the first page, and where the pages have ended with rooms missing: nothing more is asked for by itself. */
  readonly phase: "idle" | "loading" | "ready" | "failed";
  readonly error: CallError | null;
  /** Unread counts of rooms on pages that are not loaded yet, so that the total is right. */
  readonly unreadElsewhere: Readonly<Record<RoomId, number>>;
}

/** The conversation on screen. The room's place in the list (`selectedRoom`) is derived: `selectedIndex` (WEB-3). */
export type OpenRoom =
  | { readonly phase: "none" }
  | { readonly phase: "opening"; readonly chat: string }
  /** Staff came by a link to join (SEC-11): the conversation opens where they may see it, else they are asked. */
  | { readonly phase: "looking" | "asking"; readonly chat: string }
  | { readonly phase: "open"; readonly roomId: RoomId }
  /** `isAsked`: the person asked to join, so that another attempt joins as well, without asking again (SEC-11). */
  | { readonly phase: "failed"; readonly chat: string; readonly error: CallError; readonly isAsked: boolean };

/** Messages by `seq`, in chunks, so that one more costs the same at 100 and at 100,000. Read it with `messageAt`. */
export interface MessageLog {
  readonly chunks: readonly (readonly Message[])[];
  /** The index of each chunk's first message. */
  readonly starts: readonly number[];
  readonly length: number;
}

/** What lies beyond an edge of a range: more to load, a page on its way, one that did not come, or nothing. */
type Edge = "some" | "loading" | "failed" | "none";

/** A part of a room's history that is loaded without a gap: every message from one `seq` to another. */
export interface HistoryRange {
  readonly log: MessageLog;
  /** The first `seq` that it covers; at most 1 where it holds the beginning. */
  readonly from: number;
  /** The last `seq` that it covers; Infinity at the live end, where what comes belongs to it. */
  readonly to: number;
  readonly older: Edge;
  readonly newer: Edge;
}

/** What is loaded of a room's history, and what of it is shown. */
export interface Timeline {
  /** In order of `seq`, with gaps between. */
  readonly ranges: readonly HistoryRange[];
  /** Whether a page reaches the live end; without one the newest range holds only what has come since the room was opened. */
  readonly hasEnd: boolean;
  /** What the list is to show: the range around this `seq`, or the live end (null). */
  readonly aimSeq: number | null;
  /** Whether that is shown. */
  readonly phase: "loading" | "ready" | "failed";
  /** A `seq` of the range that is shown until then; null for the newest range. */
  readonly shownSeq: number | null;
  /** How often an aim was reached: the list goes there each time. 0 where nothing was shown yet. */
  readonly jumps: number;
  /** Counts how often another range took the place of the one shown. */
  readonly switches: number;
  /** The divider stands before the first message with this `seq` or a higher one; null for no divider. */
  readonly dividerSeq: number | null;
  /** Whether nobody has looked since it was opened with unread messages: they are read when somebody does (READ-2). */
  readonly isUnseen: boolean;
  /** The room's cursor when the newest range began, or a message changed: no page that was read before it is taken. */
  readonly fromSeq: number;
  /** What may have changed by events that are not known here, and is read again (SYNC-9). */
  readonly stale: { readonly from: number; readonly to: number; readonly phase: "loading" | "failed" } | null;
}

/** Catching up with what was missed (MSG-6). Never two calls at once. */
export interface Sync {
  readonly phase: "idle" | "due" | "running";
  /** Whether to ask again in any case; without it a sync that is due is only for rooms that are behind. */
  readonly isWanted: boolean;
  /** Failures in a row. */
  readonly attempt: number;
  /** Whether the server said that this page asks too often: then no reason is good enough to ask before it allows. */
  readonly isHeldBack?: boolean;
  /** How often in a row what did not come was asked for again by the clock; absent for never, as it is at first (PERF-1). */
  readonly retries?: number;
  /** Whether the unread count of the rooms that the list does not hold did not come; absent while all is well. */
  readonly isCountLost?: boolean;
  /** The version of the person's own settings that `me` was asked for; absent where no answer is pending (AUTH-8). */
  readonly settingsAsked?: number;
  /** The numbering that all cursors belong to; null before any room is known. */
  readonly epoch: string | null;
  /** Events that cannot be applied yet, since one before them is missing; null for one that is only known to exist. */
  readonly aside: Readonly<Record<RoomId, Readonly<Record<number, RoomEvent | null>>>>;
}

/** This page's part in the outbox of the person (SEND-1). */
interface Outbox {
  /** False until what waits from earlier visits is known. */
  readonly isOpen: boolean;
  /** Whether it is this page's turn to send: one page of a person sends at a time (SEND-3). */
  readonly hasTurn: boolean;
  /** Whether what waits survives a closed page; false where the device keeps nothing. */
  readonly isKept: boolean;
  /** Counts how often it was read: what a read no longer finds is gone already. */
  readonly reads: number;
}

/** Everything that the client knows. One value, changed only by transitions. */
export interface ChatState {
  readonly settings: Settings | null;
  readonly session: Session;
  readonly signIn: SignIn;
  readonly route: Route;
  readonly language: LanguageCode;
  readonly theme: ThemeChoice;
  readonly alerts: readonly Alert[];
  readonly isRoomListVisible: boolean;
  /** Whether somebody can be looking: window visible and focused, list at its end (WEB-4). */
  readonly attention: { readonly isVisible: boolean; readonly isFocused: boolean; readonly isAtEnd: boolean };
  readonly connection: Connection;
  readonly rooms: RoomList;
  readonly openRoom: OpenRoom;
  readonly timelines: Readonly<Record<RoomId, Timeline>>;
  /** Where the unread messages of a room began when it was opened, until its end is reached or the person answers. */
  readonly unreadPlaces: Readonly<Record<RoomId, number>>;
  /** Where the open room's log ended at each step of the last 2 s of reading (WEB-4), oldest first; empty when nobody reads. */
  readonly reading: readonly number[];
  /** Read positions that the server has not confirmed yet: they are told again after a gap. */
  readonly unconfirmedReads: Readonly<Record<RoomId, number>>;
  readonly sync: Sync;
  readonly pending: Readonly<Record<RoomId, readonly PendingMessage[]>>;
  readonly outbox: Outbox;
  readonly drafts: Readonly<Record<RoomId, string>>;
  /** Drafts that made way for a message to be edited; each comes back once that one is sent (SEND-5). */
  readonly asides: Readonly<Record<RoomId, string>>;
  /** Whether the person is being asked what becomes of unsent messages, before signing out (SEND-7). */
  readonly isLeaving: boolean;
  /** When this client last whispered that it types in a room, ms since the epoch. */
  readonly whisperedAt: Readonly<Record<RoomId, number>>;
  readonly typing: Readonly<Record<RoomId, readonly Participant[]>>;
  readonly online: Readonly<Record<RoomId, readonly Participant[]>>;
  readonly offer: {
    readonly number: number | null;
    readonly phase: "idle" | "loading" | "ready" | "failed";
    readonly value: Offer | null;
    readonly error: CallError | null;
  };
  /** The room whose list should go to its end now (SCROLL-1); null 100 ms later. */
  readonly scrollDownRoomId: RoomId | null;
}
