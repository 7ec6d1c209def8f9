import { MessageSquareText } from "lucide-react";
import { useLocale, useTranslations } from "use-intl";
import { IconButton } from "../design/button.tsx";
import { momentLabel } from "../language/time-label.ts";
import { messageLink } from "../state/navigation/paths.ts";
import { parseTimestamp } from "../platform/clock.ts";
import type { Message } from "../state/entities.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import { shownName } from "../state/files/shown-name.ts";
import styles from "./gallery.module.css";
import { MessageFileCard } from "./message-file.tsx";
import { MessagePicture } from "./message-picture.tsx";

interface GalleryItemProps {
  readonly message: Message;
}

export function GalleryPicture({ message }: GalleryItemProps) {
  return (
    <li className={styles["photo"]}>
      {message.file && <MessagePicture message={message} file={message.file} isTile tabIndex={0} />}
    </li>
  );
}

/** A file with who sent it and when, and the way to its message. */
export function GalleryFile({ message }: GalleryItemProps) {
  const t = useTranslations("files");
  const locale = useLocale();
  const { goTo, closeGallery } = useCommands();
  const room = useAppState(({ rooms }) => rooms.byId[message.roomId]?.name ?? "");
  const { file, author, sentAt } = message;
  if (!file) return null;
  return (
    <li className={styles["file"]}>
      <MessageFileCard message={message} file={file} tabIndex={0} />
      <div className={styles["from"]}>
        <span>
          <bdi>{author?.name}</bdi> · {momentLabel(parseTimestamp(sentAt), locale)}
        </span>
        <IconButton
          label={t("gallery.showIn", { name: shownName(file.name) })}
          tip={t("toMessage")}
          tipSide="left"
          isSmall
          onClick={() => {
            // The entry of the history that stands for the gallery becomes the message's.
            goTo(messageLink(room, message.seq));
            closeGallery();
          }}
        >
          <MessageSquareText size={16} aria-hidden="true" />
        </IconButton>
      </div>
    </li>
  );
}
