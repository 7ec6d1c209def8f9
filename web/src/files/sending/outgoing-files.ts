import { cleanText } from "@cuplaj/protocol/message-text.ts";
import type { OutgoingFile } from "../../state/entities.ts";
import type { TrayFile } from "./attachments-shape.ts";

/** What a tray sends, each with its own text; what stands in the composer goes with the first, before that one's own (ATT-3). */
export const outgoingFiles = (tray: readonly TrayFile[], written: string): readonly OutgoingFile[] =>
  tray
    .filter(({ problem }) => problem === null)
    .map(({ id, file, text }, index) => ({
      clientId: id,
      file,
      text: (index === 0 ? [written, text] : [text])
        .map((words) => cleanText(words))
        .filter((words) => words !== "")
        .join("\n"),
    }));
