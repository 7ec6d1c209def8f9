import { Paperclip } from "lucide-react";
import type { RefObject } from "react";
import { useTranslations } from "use-intl";
import { useFileDrop, useFilePaste } from "../../platform/files/use-file-drop.ts";
import type { RoomId } from "../../state/entities.ts";
import { useCommands } from "../../state/app-context.ts";
import styles from "./tray.module.css";

interface DropAreaProps {
  readonly roomId: RoomId;
  /** The conversation, all of which takes files. */
  readonly area: RefObject<HTMLElement | null>;
}

/** ATT-1: files dropped or pasted anywhere in a conversation. */
export function DropArea({ roomId, area }: DropAreaProps) {
  const t = useTranslations("attachments");
  const { attachFiles } = useCommands();
  const attach = (files: readonly File[]) => {
    attachFiles(roomId, files);
    area.current?.querySelector("textarea")?.focus();
  };
  const isDragging = useFileDrop(area, attach);
  useFilePaste(area, attach);
  return (
    isDragging && (
      <div className={styles["area"]}>
        <p className={styles["words"]}>
          <Paperclip size={28} aria-hidden="true" />
          <strong>{t("drop")}</strong>
          <span>{t("dropHint")}</span>
        </p>
      </div>
    )
  );
}
