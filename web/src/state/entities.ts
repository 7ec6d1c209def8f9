import type { ErrorCode } from "@cuplaj/protocol/errors.ts";
import type { LineDecision, OfferStatus } from "@cuplaj/protocol/offer.ts";
import type { DueFactor, LanguageCode, NotificationChoices, ParticipantKind } from "@cuplaj/protocol/participant.ts";
import type { Role } from "@cuplaj/protocol/permission.ts";

/** A room's id. It alone identifies a room, never the index in the list (WEB-3). */
export type RoomId = number;

/** A person, by kind and id: an id alone is ambiguous. */
export interface Participant {
  readonly id: number;
  readonly name: string;
  readonly kind: ParticipantKind;
}

/** How a person has arranged their rooms: on top, the first pinned first; muted; and marked unread, from a message on, by its `seq`. */
export interface OwnRooms {
  readonly pinned: readonly RoomId[];
  readonly muted: readonly RoomId[];
  readonly unread: readonly { readonly id: RoomId; readonly seq: number }[];
}

export interface Me extends Participant {
  readonly username: string;
  readonly locale: LanguageCode;
  readonly version: number;
  readonly roles: readonly Role[];
  /** What comes before anything else: a second factor to be set up, a code of it, or another password (SIGN-6). */
  readonly due?: DueFactor | "password";
  readonly silenced: readonly { readonly id: number; readonly kind: ParticipantKind }[];
  readonly rooms: OwnRooms;
  readonly notifications: NotificationChoices;
}

export const noOwnRooms: OwnRooms = { pinned: [], muted: [], unread: [] };

/** A take-over or like of a message by a person (ACT-1); `seq` is the event that gave or removed it last, and orders both. */
export interface MessageAction {
  readonly id: number;
  readonly kind: "take-over" | "like";
  readonly person: Participant;
  readonly messageId: number;
  readonly messageSeq: number;
  readonly seq: number;
  readonly isDeleted: boolean;
  /** ISO 8601. */
  readonly at: string;
}

export interface HolderChange {
  readonly holder: Participant | null;
  readonly from: Participant | null;
  readonly by: Participant;
  readonly how: "taken" | "handed" | "released" | "left" | "disabled";
}

export interface LastDecision {
  readonly seq: number;
  /** ISO 8601. */
  readonly at: string;
  readonly by: Participant;
  readonly decision: LineDecision;
  /** Of the first line; null while only the server knows it, and where the offer has it no longer. */
  readonly code: string | null;
  readonly linesTotal: number;
}

/** Who brought the person into a room (ROOM-14i); `decision` tells it from one. */
export type BroughtIn = Pick<LastDecision, "seq" | "at" | "by"> & { readonly decision?: never };

/** A stored file of a message (MSG-1): its paths on the server, and in pixels how large it is drawn; `placeholder` is a ThumbHash. */
export interface MessageFile {
  readonly name: string;
  readonly bytes: number;
  readonly type: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly placeholder: string | null;
  readonly path: string;
  readonly previewPath: string | null;
}

/** The file of a pending message; its bytes lie on the device under the message's `clientId`. */
export interface PendingFile {
  readonly name: string;
  readonly bytes: number;
  readonly type: string;
  readonly width: number | null;
  readonly height: number | null;
  /** Whether a picture is sent as it is, and not made smaller (ATT-7). */
  readonly isOriginal: boolean;
}

export interface MessageName {
  readonly messageId: number;
  readonly seq: number;
}

export interface OutgoingFile {
  readonly clientId: string;
  readonly text: string;
  readonly file: PendingFile;
}

/** What a message replies to, as that is now (MSG-8): the begin of its text, the type of its file. */
export interface Quote extends MessageName {
  readonly author: Participant;
  readonly excerpt: string;
  readonly fileType: string | null;
  readonly isDeleted: boolean;
}

/** A stored message. `author` is null for a system message; `sentAt` is ISO 8601. */
export interface Message {
  readonly id: number;
  readonly roomId: RoomId;
  readonly seq: number;
  readonly clientId: string | null;
  readonly author: Participant | null;
  readonly sentAt: string;
  readonly text: string;
  readonly file: MessageFile | null;
  /** Its take-over, one's own like and its newest likes; all its likes are `likesTotal` (ACT-2). */
  readonly actions: readonly MessageAction[];
  readonly likesTotal: number;
  /** The newest event of the room that changed it, at first its own (MSG-6). */
  readonly updatedSeq: number;
  /** ISO 8601; null where its text is as it was sent. */
  readonly editedAt: string | null;
  readonly isDeleted: boolean;
  readonly quote: Quote | null;
}

/** Why a call failed: the server's code, or, where none answered, `offline` (not sent) or `timeout` (open whether it was done). */
export interface CallError<Details = unknown> {
  readonly code: ErrorCode | "offline" | "timeout";
  readonly message: string;
  readonly fieldErrors: Readonly<Record<string, readonly string[]>>;
  readonly retryAfterSeconds: number | null;
  readonly details?: Details;
}

/** The error of what is not even asked for, because there is no connection and nothing of it is queued. */
export const offlineError: CallError = { code: "offline", message: "", fieldErrors: {}, retryAfterSeconds: null };

/** An own message that the server has not confirmed. One that failed waits until it is sent again, edited or deleted. */
export interface PendingMessage {
  readonly clientId: string;
  readonly roomId: RoomId;
  readonly text: string;
  readonly file?: PendingFile;
  readonly replyTo?: MessageName;
  /** ISO 8601, by this device's clock. */
  readonly writtenAt: string;
  readonly status: "waiting" | "sending" | "backing-off" | "failed";
  readonly error: CallError | null;
  /** Orders a room's pending messages: higher than all written before it, whatever the clock says (SEND-3). */
  readonly position: number;
  /** The tab that sends it: where it was written, until another adopts it. */
  readonly tabId: string;
  readonly attempts: number;
  /** While it backs off: the server refuses it before this moment, ms since the epoch (SEND-4). It outlives the page. */
  readonly notBefore?: number;
}

export type RoomCustomer = Participant & { readonly isMember: boolean; readonly canSignIn: boolean };

export interface Room {
  readonly id: RoomId;
  readonly name: string;
  readonly channel: string;
  readonly offerNumber: number;
  readonly vehicle: string;
  readonly offerStatus: OfferStatus | null;
  readonly offerVersion: number;
  readonly lastMessage: Message | null;
  /** Every event of the room's log up to this `seq` was applied (MSG-5); `unknownCursor` while only the server knows. */
  readonly cursor: number;
  readonly readSeq: number;
  /** How far anybody else has read, even one who has left: own messages up to here were read by somebody. */
  readonly othersReadSeq: number;
  /** How far people have read, by their id, where known; messages before they joined count as read. */
  readonly readSeqs: Readonly<Record<number, number>>;
  /** ROOM-7: unread messages up to a `seq`, and the `seq` of each later one. `unreadCount` adds them. */
  readonly unread: { readonly upto: number; readonly count: number; readonly since: readonly number[] };
  readonly epoch: string;
  /** False where the signed-in person is only a visitor: nothing is unread there, nothing comes live (VISIT-1). */
  readonly isMember: boolean;
  readonly customer: RoomCustomer | null;
  readonly members: readonly Participant[];
  readonly membersTotal: number;
  readonly takeOver: MessageAction | null;
  /** How the room came to its holder, for the holder alone. */
  readonly handedOver: { readonly by: Participant; readonly note: string; readonly at: string } | null;
  /** ISO 8601: since when a customer waits for an answer; null where none does. */
  readonly waitingSince: string | null;
  readonly lastDecision: LastDecision | null;
  readonly broughtIn: BroughtIn | null;
  readonly updatedAt: string;
}

/** The cursor of a room to be fetched anew: no event follows it. */
export const unknownCursor = -1;

export type Origin = "live" | "catch-up" | "answer";

export type RoomEvent = RoomChange & { readonly origin: Origin };

export type RoomChange = { readonly roomId: RoomId; readonly seq: number } & (
  | { readonly kind: "message"; readonly message: Message }
  | { readonly kind: "read"; readonly reader: Pick<Participant, "id" | "kind">; readonly readSeq: number }
  | {
      readonly kind: "members";
      readonly joined: Participant | null;
      readonly left: Participant | null;
      readonly by?: Participant;
      readonly membersTotal: number;
    }
  | { readonly kind: "take-over"; readonly change: HolderChange }
  /** Of a kind that a slice registered, by its name on the wire; of an unknown kind only its `seq` is used (SYNC-9). */
  | { readonly kind: "payload"; readonly name: string; readonly data: unknown }
);
