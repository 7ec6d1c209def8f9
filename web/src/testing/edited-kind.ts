import { changeMessage } from "../state/history/loaded-message.ts";
import { payloadKind } from "../state/transition.ts";

export interface Edit {
  readonly messageSeq: number;
  readonly text: string;
}
/** An event kind made up for tests, which changes messages. */
export const editedName = "MessageEdited";
export const editedKind = payloadKind<Edit>({
  read: () => null,
  apply: (state, { roomId, seq: eventSeq, data: { messageSeq, text } }) =>
    changeMessage(state, { roomId, messageSeq, eventSeq }, (message) => ({ ...message, text })),
});
