import type { CallError, Message, MessageName, RoomId } from "../entities.ts";
import type { Nothing } from "../shape.ts";
import type { LoggedWish } from "../wishes.ts";

declare module "../shape.ts" {
  interface AppState extends EditsState {}
  interface AppEvents extends EditsEvents, EditsNews {}
  interface AppEffects extends EditsEffects {}
  interface Commands extends EditsCommands {}
  interface LoggedKinds {
    MessageUpdated: Message;
  }
}

/** An own edit or deletion that the log does not show yet: shown over the log's state. The last one of a message counts. */
export interface Amendment extends MessageName, LoggedWish {
  readonly kind: "edit" | "delete";
  /** The new text; empty for a deletion. */
  readonly text: string;
  /** A deletion can be undone before it is sent. */
  readonly phase: "undoable" | "sending" | "done" | "failed";
  readonly error: CallError | null;
}

/** The earlier texts of a message, newest first, as far as they are loaded (EDIT-4). */
export interface EarlierTexts {
  readonly message: Message;
  readonly texts: readonly { readonly text: string; readonly replacedAt: string }[];
  /** The page of the server's that was asked for last. */
  readonly page: number;
  readonly phase: "loading" | "ready" | "failed";
  readonly hasMore: boolean;
}

export interface EditsState {
  /** By `amendmentKey`. */
  readonly amendments: Readonly<Record<string, Amendment>>;
  readonly earlierTexts: EarlierTexts | null;
}

type Keyed = { readonly key: string };
type Answered = Keyed & Pick<Amendment, "kind">;

export interface EditsEvents {
  /** What stands in a room's composer becomes the text of the message that it edits. */
  "edits/save-asked": { readonly roomId: RoomId; readonly text: string };
  "edits/edit-asked": { readonly message: Message };
  /** The newest own message of a room is edited. */
  "edits/last-asked": { readonly roomId: RoomId };
  "edits/delete-asked": { readonly message: Message };
  /** A deletion was undone in time. */
  "edits/undone": Keyed;
  /** It is time to send a deletion. */
  "edits/delete-due": Keyed;
  "edits/answered": Answered & { readonly seq: number };
  "edits/failed": Answered & { readonly error: CallError };
  "edits/again-asked": Keyed;
  /** A failed one is given up. */
  "edits/dropped": Keyed;
  /** The text of a failed edit goes back into the composer. */
  "edits/reopened": Keyed;
  /** The logs have reached the answers to some. */
  "edits/logged": Nothing;
  "edits/earlier-asked": { readonly message: Message };
  "edits/more-earlier-asked": Nothing;
  "edits/earlier-loaded": Pick<EarlierTexts, "texts" | "page" | "hasMore"> & { readonly messageId: number };
  "edits/earlier-failed": { readonly messageId: number; readonly error: CallError };
  "edits/earlier-closed": Nothing;
}

/** For other slices alone. */
interface EditsNews {
  /** A room's log says by its event `seq` that a message is deleted. */
  "edits/deleted": { readonly message: Message; readonly seq: number };
}

export interface EditsEffects {
  "call-edit": { readonly key: string; readonly amendment: Amendment };
  "call-delete": { readonly key: string; readonly amendment: Amendment };
  "call-earlier-texts": { readonly roomId: RoomId; readonly messageId: number; readonly page: number };
}

export interface EditsCommands {
  readonly saveEdit: (roomId: RoomId, text: string) => void;
  /** Takes an own message into the composer, where one may. */
  readonly editMessage: (message: Message) => void;
  readonly editLast: (roomId: RoomId) => void;
  /** Deletes a message; for some seconds that can be undone. */
  readonly deleteMessage: (message: Message) => void;
  /** Sends a failed edit or deletion again. */
  readonly retryAmendment: (amendment: Amendment) => void;
  readonly dropAmendment: (amendment: Amendment) => void;
  readonly reopenEdit: (amendment: Amendment) => void;
  readonly showEarlierTexts: (message: Message) => void;
  readonly showMoreEarlierTexts: () => void;
  readonly hideEarlierTexts: () => void;
}
