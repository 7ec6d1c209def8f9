/** One author's change of one of their messages. */
export interface OwnMessageChange {
  readonly roomId: number;
  readonly messageId: number;
  readonly participantId: number;
  readonly now: string;
}

/** The entry of a change; null where the message was so already. */
export interface ChangedMessage {
  readonly outcome: "done";
  readonly entry: { readonly seq: number; readonly membersSeq: number } | null;
}

/** Why a message stays as it is: not its author's to change, or not changeable. */
export type ChangeRefusal<Reason extends string> = {
  readonly outcome: "not-member" | "no-message" | Reason;
};

/** A text that a message had before. */
export interface EarlierText {
  readonly message: string;
  readonly replaced_at: string;
}

/** Edits and deletions (MSG-7). Every change is one transaction. */
export interface EditStore {
  /** Gives a message another text and keeps the one that it had; `empty` where it would show neither text nor file. */
  edit(
    change: OwnMessageChange & { readonly text: string },
  ): Promise<ChangedMessage | ChangeRefusal<"not-author" | "deleted" | "empty">>;
  /** Removes a message's text, its earlier texts and its file for good. */
  remove(change: OwnMessageChange): Promise<ChangedMessage | ChangeRefusal<"not-author">>;
  /** Of `total` earlier texts of a message some, newest first; null where the room has no such message. */
  listEdits(
    roomId: number,
    messageId: number,
    cut: { readonly skip: number; readonly take: number },
  ): Promise<{ readonly edits: readonly EarlierText[]; readonly total: number } | null>;
}
