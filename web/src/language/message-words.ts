import { useTranslations } from "use-intl";
import type { MessageFile } from "../state/entities.ts";
import { shownName } from "../state/files/shown-name.ts";

const kinds: Readonly<Record<string, "photo" | "video" | "audio">> = { image: "photo", video: "video", audio: "audio" };

/** SEE-6: sums up a message in one line: its text, its file's kind or name, or both. For a deleted message it only states that. */
export function useMessageWords(): (message: {
  readonly text: string;
  readonly file: Pick<MessageFile, "name" | "type"> | null;
  readonly isDeleted?: boolean;
}) => string {
  const t = useTranslations();
  return ({ text, file, isDeleted = false }) => {
    if (isDeleted) return t("edits.deleted");
    if (!file) return text;
    const kind = kinds[file.type.replace(/\/.*/, "")];
    const named = kind ? t(`files.kind.${kind}`) : shownName(file.name);
    return text === "" ? named : `${named}: ${text}`;
  };
}
