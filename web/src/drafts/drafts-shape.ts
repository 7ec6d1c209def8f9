import type { RoomId } from "../state/entities.ts";
import type { ro } from "./ro.ts";

declare module "../state/shape.ts" {
  interface AppState extends DraftsState {}
  interface AppEvents extends DraftsEvents {}
  interface AppEffects extends DraftsEffects {}
  interface Commands extends DraftsCommands {}
  interface Words extends DraftsWords {}
}
type DraftsWords = typeof ro;

/** A draft, or one stashed for a message that is being edited (SEND-5). */
export type DraftKind = "draft" | "stash";

export interface DraftsState {
  readonly drafts: Readonly<Record<RoomId, string>>;
  /** Drafts stashed for a message that is being edited; each returns once that is sent (SEND-5). */
  readonly stashedDrafts: Readonly<Record<RoomId, string>>;
}

export interface DraftsEvents {
  "drafts/written": { readonly roomId: RoomId; readonly text: string };
  "drafts/swapped": { readonly roomId: RoomId };
  /** The person's drafts as this device stored them. */
  "drafts/loaded": {
    readonly drafts: Readonly<Record<RoomId, string>>;
    readonly stashed: Readonly<Record<RoomId, string>>;
  };
  /** Another tab of the person wrote or sent the draft of a composer here. */
  "drafts/changed-elsewhere": { readonly roomId: RoomId; readonly kind: DraftKind; readonly text: string };
}

export interface DraftsEffects {
  "save-draft": { readonly roomId: RoomId; readonly kind: DraftKind; readonly text: string };
  /** Deletes a person's drafts (`ownerKey`), as asked (SEND-7). */
  "forget-drafts": { readonly owner: string };
}

export interface DraftsCommands {
  /** Stores the draft, whispers that the person types. The composer names the room, not "the selected one". */
  readonly writeDraft: (roomId: RoomId, text: string) => void;
  /** Swaps the draft and the stashed one. */
  readonly swapDraft: (roomId: RoomId) => void;
}
