import { changeMessage } from "../messages/change-message.ts";
import { payloadKind } from "../state/transition.ts";

/** What changed: the message at this place of the log has another text. */
export interface Edit {
  readonly messageSeq: number;
  readonly text: string;
}
/** The made-up kind by which messages are changed. */
export const editedName = "MessageEdited";
export const editedKind = payloadKind<Edit>({
  read: () => null,
  apply: (state, { roomId, seq: eventSeq, data: { messageSeq, text } }) =>
    changeMessage(state, { roomId, messageSeq, eventSeq }, (message) => ({ ...message, text })),
});
