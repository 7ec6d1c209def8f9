import type { CallError, Message, MessageName, RoomId } from "../entities.ts";
import type { Nothing } from "../shape.ts";
import type { LoggedWish } from "../wishes.ts";

declare module "../shape.ts" {
  interface AppState extends EditsState {}
  interface AppEvents extends EditsEvents, EditsNews {}
  interface AppEffects extends EditsEffects {}
  interface LoggedKinds {
    MessageUpdated: Message;
  }
}

/** An optimistic edit or deletion, overlaid until the log catches up. A message's last one wins. */
export interface Amendment extends MessageName, LoggedWish {
  readonly kind: "edit" | "delete";
  readonly text: string;
  readonly phase: "undoable" | "sending" | "done" | "failed";
  readonly error: CallError | null;
}

export interface EarlierTexts {
  readonly message: Message;
  readonly texts: readonly { readonly text: string; readonly replacedAt: string }[];
  readonly page: number;
  readonly phase: "loading" | "ready" | "failed";
  readonly hasMore: boolean;
}

export interface EditsState {
  readonly amendments: Readonly<Record<string, Amendment>>;
  readonly earlierTexts: EarlierTexts | null;
}

type Keyed = { readonly key: string };
type Answered = Keyed & Pick<Amendment, "kind">;

export interface EditsEvents {
  "edits/save-asked": { readonly roomId: RoomId; readonly text: string };
  "edits/edit-asked": { readonly message: Message };
  "edits/last-asked": { readonly roomId: RoomId };
  "edits/delete-asked": { readonly message: Message };
  "edits/undone": Keyed;
  "edits/delete-due": Keyed;
  "edits/answered": Answered & { readonly seq: number };
  "edits/failed": Answered & { readonly error: CallError };
  "edits/again-asked": Keyed;
  "edits/dropped": Keyed;
  "edits/reopened": Keyed;
  "edits/logged": Nothing;
  "edits/earlier-asked": { readonly message: Message };
  "edits/more-earlier-asked": Nothing;
  "edits/earlier-loaded": Pick<EarlierTexts, "texts" | "page" | "hasMore"> & { readonly messageId: number };
  "edits/earlier-failed": { readonly messageId: number; readonly error: CallError };
  "edits/earlier-closed": Nothing;
}

interface EditsNews {
  "edits/updated": { readonly message: Message; readonly seq: number };
}

export interface EditsEffects {
  "call-edit": { readonly key: string; readonly amendment: Amendment };
  "call-delete": { readonly key: string; readonly amendment: Amendment };
  "call-earlier-texts": { readonly roomId: RoomId; readonly messageId: number; readonly page: number };
}
