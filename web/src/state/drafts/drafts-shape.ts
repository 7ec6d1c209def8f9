import type { MessageName, RoomId } from "../entities.ts";

declare module "../shape.ts" {
  interface AppState extends DraftsState {}
  interface AppEvents extends DraftsEvents {}
  interface AppEffects extends DraftsEffects {}
  interface Commands extends DraftsCommands {}
}

/** A draft, or one stashed for a message that is being edited (SEND-5). */
export type DraftKind = "draft" | "stash";

/** The message that a draft replies to or edits: never its words, which may be taken back. */
export interface DraftTarget extends MessageName {
  readonly kind: "reply" | "edit";
}

/** A draft as the device stores it. */
export interface StoredDraft {
  readonly text: string;
  readonly target: DraftTarget | null;
}

export interface DraftsState {
  readonly drafts: Readonly<Record<RoomId, string>>;
  /** Drafts stashed for a message that is being edited; each returns once that is sent (SEND-5). */
  readonly stashedDrafts: Readonly<Record<RoomId, string>>;
  readonly draftTargets: Readonly<Record<RoomId, DraftTarget>>;
  readonly stashedTargets: Readonly<Record<RoomId, DraftTarget>>;
}

export interface DraftsEvents {
  "drafts/written": { readonly roomId: RoomId; readonly text: string };
  "drafts/swapped": { readonly roomId: RoomId };
  /** The person's drafts as this device stored them. */
  "drafts/loaded": {
    readonly drafts: Readonly<Record<RoomId, StoredDraft>>;
    readonly stashed: Readonly<Record<RoomId, StoredDraft>>;
  };
  /** REPLY-1: the draft replies to this message from now on. */
  "drafts/reply-begun": { readonly roomId: RoomId } & MessageName;
  /** EDIT-1: the composer becomes the editor of a message; the draft is stashed. */
  "drafts/edit-begun": { readonly roomId: RoomId; readonly text: string } & MessageName;
  /** The draft no longer replies; an editor closes, and the draft that stood there returns. */
  "drafts/target-dropped": { readonly roomId: RoomId };
  /** Another tab of the person wrote or sent the draft of a composer here. */
  "drafts/changed-elsewhere": { readonly roomId: RoomId; readonly kind: DraftKind } & StoredDraft;
}

export interface DraftsEffects {
  "save-draft": { readonly roomId: RoomId; readonly kind: DraftKind } & StoredDraft;
  /** Deletes a person's drafts (`ownerKey`), as asked (SEND-7). */
  "forget-drafts": { readonly owner: string };
}

export interface DraftsCommands {
  /** Stores the draft, whispers that the person types. The composer names the room, not "the selected one". */
  readonly writeDraft: (roomId: RoomId, text: string) => void;
  /** Swaps the draft and the stashed one. */
  readonly swapDraft: (roomId: RoomId) => void;
  /** Ends replying or editing. */
  readonly dropTarget: (roomId: RoomId) => void;
}
