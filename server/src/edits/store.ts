export interface OwnMessageChange {
  readonly roomId: number;
  readonly messageId: number;
  readonly participantId: number;
  readonly now: string;
}

/** `entry` is null if nothing changed. */
export interface ChangedMessage {
  readonly outcome: "done";
  readonly entry: { readonly seq: number; readonly membersSeq: number } | null;
}

export type ChangeRefusal<Reason extends string> = {
  readonly outcome: "not-member" | "no-message" | Reason;
};

export interface EarlierText {
  readonly message: string;
  readonly replaced_at: string;
}

/** MSG-7: each change is one transaction. */
export interface EditStore {
  /** Replaces the text and stores the earlier one; `empty` if the message would have neither text nor file. */
  edit(
    change: OwnMessageChange & { readonly text: string },
  ): Promise<ChangedMessage | ChangeRefusal<"not-author" | "request" | "deleted" | "empty">>;
  /** Permanently removes the text, earlier texts and the file. */
  remove(change: OwnMessageChange): Promise<ChangedMessage | ChangeRefusal<"not-author" | "request">>;
  /** Lists earlier texts newest first, with their total; null if the message is not in the room. */
  listEdits(
    roomId: number,
    messageId: number,
    cut: { readonly skip: number; readonly take: number },
  ): Promise<{ readonly edits: readonly EarlierText[]; readonly total: number } | null>;
}
