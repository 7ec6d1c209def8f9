export interface LockedMessage {
  readonly seq: number;
  readonly authorId: number;
  readonly text: string;
  readonly hasFile: boolean;
  readonly isDeleted: boolean;
}

export function decideEdit(
  { authorId, isDeleted, hasFile, text: before }: LockedMessage,
  { participantId, text }: { readonly participantId: number; readonly text: string },
): "not-author" | "deleted" | "empty" | "same" | "changed" {
  if (authorId !== participantId) return "not-author";
  if (isDeleted) return "deleted";
  if (text === "" && !hasFile) return "empty";
  return before === text ? "same" : "changed";
}

/** MSG-7b: returns `same` if the message is already deleted. */
export function decideDeletion(
  { authorId, isDeleted }: LockedMessage,
  { participantId }: { readonly participantId: number },
): "not-author" | "same" | "changed" {
  if (authorId !== participantId) return "not-author";
  return isDeleted ? "same" : "changed";
}
