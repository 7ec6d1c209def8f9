import { useIsHit } from "../state/search/use-found.ts";
import { useShownMark } from "../platform/page/use-shown-mark.ts";
import type { Message } from "../state/entities.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import { linkedMessageSeq } from "../state/messages/linked-message.ts";

/** OLDER-5: focuses and marks the message that the address led to. FIND-4c: what was found stays marked while it is shown. */
export function useLinkedMark(message: Message | null) {
  const { noteLinkShown } = useCommands();
  const isLinked = useAppState((state) => message !== null && linkedMessageSeq(state) === message.seq);
  const isHit = useIsHit(message);
  const { ref, isMarked } = useShownMark<HTMLElement>(isLinked, noteLinkShown);
  return { ref, isMarked: isMarked || isHit, isHit };
}
