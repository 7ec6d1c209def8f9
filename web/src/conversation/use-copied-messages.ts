import { erasedName } from "@cuplaj/protocol/erased-name.ts";
import type { ClipboardEvent } from "react";
import { useLocale } from "use-intl";
import { useMessageWords } from "../language/message-words.ts";
import type { MessageLog } from "../state/history/history-shape.ts";
import { indexAtSeq, messagesOf } from "../state/history/message-log.ts";
import { momentLabel } from "../language/time-label.ts";
import { parseTimestamp } from "../platform/clock.ts";
import { hasSelection } from "../platform/input/select-text.ts";
import { usePersonName } from "../state/participants/person-name.tsx";

/** ACT-7: several messages are copied as a line each, with when and by whom; what is selected of one as it stands. */
export function useCopiedMessages(log: MessageLog): (event: ClipboardEvent) => void {
  const locale = useLocale();
  const words = useMessageWords();
  const erased = usePersonName(erasedName);
  return (event) => {
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("article[data-seq]")].filter(hasSelection);
    const [first, last] = [rows[0], rows.at(-1)].map((row) => Number(row?.dataset["seq"]));
    if (first === undefined || last === undefined || rows.length < 2) return;
    const lines = messagesOf(log)
      .slice(indexAtSeq(log, first), indexAtSeq(log, last + 1))
      .map((message) => {
        const name = message.author?.name === erasedName ? erased : message.author?.name;
        const said = name === undefined ? message.text : `${name}: ${words(message)}`;
        return `[${momentLabel(parseTimestamp(message.sentAt), locale)}] ${said}`;
      });
    event.clipboardData.setData("text/plain", lines.join("\n"));
    event.preventDefault();
  };
}
