import { changeMessage } from "../state/history/loaded-message.ts";
import { payloadKind } from "../state/transition.ts";

/** The change: the message at this `seq` of the log has another text. */
export interface Edit {
  readonly messageSeq: number;
  readonly text: string;
}
/** The made-up kind that changes messages. */
export const editedName = "MessageEdited";
export const editedKind = payloadKind<Edit>({
  read: () => null,
  apply: (state, { roomId, seq: eventSeq, data: { messageSeq, text } }) =>
    changeMessage(state, { roomId, messageSeq, eventSeq }, (message) => ({ ...message, text })),
});
