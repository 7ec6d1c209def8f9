import type { ErrorCode } from "@cuplaj/protocol/errors.ts";
import type { LineDecision, OfferStatus } from "@cuplaj/protocol/offer.ts";
import type { DueFactor, LanguageCode, NotificationChoices, ParticipantKind } from "@cuplaj/protocol/participant.ts";
import type { Role } from "@cuplaj/protocol/permission.ts";
import type { RequestToSend, RoomRequest } from "@cuplaj/protocol/request.ts";

/** A room is identified only by its id, never by its index in the list (WEB-3). */
export type RoomId = number;

export interface Participant {
  readonly id: number;
  readonly name: string;
  readonly kind: ParticipantKind;
}

/** How a person arranges their rooms: pinned (first on top), muted, and marked unread from the message with that `seq`. */
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
  /** A step due before anything else: to set up a second factor, to enter its code, or to change the password (SIGN-6). */
  readonly due?: DueFactor | "password";
  readonly silenced: readonly { readonly id: number; readonly kind: ParticipantKind }[];
  readonly rooms: OwnRooms;
  readonly notifications: NotificationChoices;
  /** POST-6: the only room of a session that a link of an e-mail opened. */
  readonly onlyRoom?: { readonly name: string; readonly channel: string };
}

export const noOwnRooms: OwnRooms = { pinned: [], muted: [], unread: [] };

/** A take-over or like of a message (ACT-1); `seq` is the event that last gave or removed it, and it orders both kinds. */
export interface MessageAction {
  readonly id: number;
  readonly kind: "take-over" | "like";
  readonly person: Participant;
  readonly messageId: number;
  readonly messageSeq: number;
  readonly seq: number;
  readonly isDeleted: boolean;
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
  readonly at: string;
  readonly by: Participant;
  readonly decision: LineDecision;
  /** The code of the first line; null while only the server knows it, or once the offer no longer has the line. */
  readonly code: string | null;
  readonly linesTotal: number;
}

export type BroughtIn = Pick<LastDecision, "seq" | "at" | "by"> & { readonly decision?: never };

/** A stored file (MSG-1), with its paths on the server and its displayed size in pixels; `placeholder` is a ThumbHash. */
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

export interface PendingFile {
  readonly name: string;
  readonly bytes: number;
  readonly type: string;
  readonly width: number | null;
  readonly height: number | null;
  /** Whether a picture is sent unscaled (ATT-7). */
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

/** A request that waits to be sent (ASK-6); the bytes of its photos are on the device under their ids. */
export interface PendingRequest extends Pick<RequestToSend, "car_id" | "vehicle" | "items"> {
  readonly photos: readonly { readonly id: string; readonly file: PendingFile }[];
}

/** The room that a request will make: the draft of one, its photos and unsent requests have this id. */
export const newRoomId = 0;

/** The current state of the message replied to (MSG-8): the start of its text, its file's type. */
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
  /** The message's take-over, the person's own like and the newest likes; `likesTotal` counts all likes (ACT-2). */
  readonly actions: readonly MessageAction[];
  readonly likesTotal: number;
  /** The newest event of the room that changed the message, initially the one that added it (MSG-6). */
  readonly updatedSeq: number;
  readonly editedAt: string | null;
  readonly isDeleted: boolean;
  readonly quote: Quote | null;
}

/** Why a call failed: the server's code, `offline` if it was never sent, or `timeout` if it may have been carried out. */
export interface CallError<Details = unknown> {
  readonly code: ErrorCode | "offline" | "timeout";
  readonly message: string;
  readonly fieldErrors: Readonly<Record<string, readonly string[]>>;
  readonly retryAfterSeconds: number | null;
  readonly details?: Details;
}

export const offlineError: CallError = { code: "offline", message: "", fieldErrors: {}, retryAfterSeconds: null };

export interface PendingMessage {
  readonly clientId: string;
  readonly roomId: RoomId;
  readonly text: string;
  readonly file?: PendingFile;
  readonly request?: PendingRequest;
  readonly replyTo?: MessageName;
  /** When the message was written, by this device's clock, ISO 8601. */
  readonly writtenAt: string;
  readonly status: "waiting" | "sending" | "backing-off" | "failed";
  readonly error: CallError | null;
  /** Orders a room's pending messages: higher than any earlier position, whatever the clock shows (SEND-3). */
  readonly position: number;
  /** The tab that sends the message: the one where it was written, until another tab adopts it. */
  readonly tabId: string;
  readonly attempts: number;
  /** While backing off: the server refuses the message until this moment, ms since the epoch (SEND-4). Survives a reload. */
  readonly notBefore?: number;
}

export type RoomCustomer = Participant & { readonly isMember: boolean; readonly canSignIn: boolean };

export interface Room {
  readonly id: RoomId;
  readonly name: string;
  readonly channel: string;
  /** Null, like its status and version, until an offer answers the room's request (REQ-1). */
  readonly offerNumber: number | null;
  readonly request: RoomRequest | null;
  readonly vehicle: string;
  readonly offerStatus: OfferStatus | null;
  readonly offerVersion: number | null;
  readonly lastMessage: Message | null;
  /** Every event of the room's log up to this `seq` has been applied (MSG-5). `unknownCursor` means that only the server knows. */
  readonly cursor: number;
  readonly readSeq: number;
  /** How far anybody else has read, even someone who has left: the person's own messages up to here have been read. */
  readonly othersReadSeq: number;
  /** How far each person has read, by id, if known. Messages from before they joined count as read. */
  readonly readSeqs: Readonly<Record<number, number>>;
  /** ROOM-7: the number of unread messages up to a `seq`, and the `seq` of each later one. `unreadCount` adds them. */
  readonly unread: { readonly upto: number; readonly count: number; readonly since: readonly number[] };
  readonly epoch: string;
  /** False for a visitor, who has nothing unread there and gets no live events (VISIT-1). */
  readonly isMember: boolean;
  readonly customer: RoomCustomer | null;
  readonly members: readonly Participant[];
  readonly membersTotal: number;
  readonly takeOver: MessageAction | null;
  readonly handedOver: { readonly by: Participant; readonly note: string; readonly at: string } | null;
  /** When the customer began to wait for an answer, ISO 8601; null if nobody waits. */
  readonly waitingSince: string | null;
  readonly lastDecision: LastDecision | null;
  readonly broughtIn: BroughtIn | null;
  readonly updatedAt: string;
}

/** The cursor of a room that must be fetched again: no event follows it. */
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
  /** An event of a kind that a slice registered by its wire name. An unknown kind contributes only its `seq` (SYNC-9). */
  | { readonly kind: "payload"; readonly name: string; readonly data: unknown }
);
