export interface LockedMessage {
  readonly seq: number;
  readonly authorId: number;
  readonly text: string;
  readonly hasFile: boolean;
  readonly isDeleted: boolean;
  /** REQ-1b: whether it carries the room's request, which can be withdrawn instead. */
  readonly isRequest: boolean;
}

export function decideEdit(
  { authorId, isDeleted, isRequest, hasFile, text: before }: LockedMessage,
  { participantId, text }: { readonly participantId: number; readonly text: string },
): "not-author" | "request" | "deleted" | "empty" | "same" | "changed" {
  if (authorId !== participantId) return "not-author";
  if (isRequest) return "request";
  if (isDeleted) return "deleted";
  if (text === "" && !hasFile) return "empty";
  return before === text ? "same" : "changed";
}

/** MSG-7b: returns `same` if the message is already deleted. */
export function decideDeletion(
  { authorId, isDeleted, isRequest }: LockedMessage,
  { participantId }: { readonly participantId: number },
): "not-author" | "request" | "same" | "changed" {
  if (authorId !== participantId) return "not-author";
  if (isRequest) return "request";
  return isDeleted ? "same" : "changed";
}
