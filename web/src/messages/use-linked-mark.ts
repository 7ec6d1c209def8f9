import { useShownMark } from "../platform/use-shown-mark.ts";
import type { Message } from "../state/entities.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import { linkedMessageSeq } from "./linked-message.ts";

/** OLDER-5: focuses and marks the message that the address led to. */
export function useLinkedMark(message: Message | null) {
  const { noteLinkShown } = useCommands();
  const isLinked = useAppState((state) => message !== null && linkedMessageSeq(state) === message.seq);
  return useShownMark<HTMLElement>(isLinked, noteLinkShown);
}
