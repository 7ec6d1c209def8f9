import { X } from "lucide-react";
import { useLocale, useTranslations } from "use-intl";
import { IconButton } from "../../design/button.tsx";
import { VisuallyHidden } from "../../design/visually-hidden.tsx";
import { FileCard } from "../showing/message-file.tsx";
import { fileKindOf } from "../../state/files/file-kind.ts";
import { sizeLabel } from "../../language/file-words.ts";
import { shownName } from "../../state/files/shown-name.ts";
import { PictureBox } from "../showing/message-picture.tsx";
import type { PendingFile, PendingMessage } from "../../state/entities.ts";
import { useAppState, useDispatch } from "../../state/app-context.ts";
import { useLocalPicture } from "./local-files.ts";
import styles from "./pending-file-view.module.css";

/** Progress is read aloud each time it grows by this many percent. */
const saidEvery = 25;

interface PendingFileViewProps {
  readonly pending: PendingMessage;
  readonly file: PendingFile;
  readonly isTile?: boolean;
}

export function PendingFileView({ pending, file, isTile = false }: PendingFileViewProps) {
  const t = useTranslations("attachments");
  const picture = useLocalPicture(fileKindOf(file.type) === "photo" ? pending.clientId : null);
  const dispatch = useDispatch();
  const { roomId, clientId, status } = pending;
  const name = shownName(file.name);
  const cancel = status !== "failed" && (
    <IconButton
      label={t("cancel", { name })}
      tipSide="left"
      onClick={() => dispatch({ type: "outbox/pending-deleted", roomId, clientId })}
    >
      <X size={16} aria-hidden="true" />
    </IconButton>
  );
  const progress = status === "sending" && <Progress clientId={clientId} name={name} />;
  if (picture === null)
    return (
      <FileCard file={file} actions={cancel}>
        {progress}
      </FileCard>
    );
  return (
    <PictureBox file={file} source={picture} alt={t("picture", { name })} isTile={isTile}>
      <div className={styles["over"]}>
        <span className={styles["cancel"]}>{cancel}</span>
        <div className={styles["progress"]}>{progress}</div>
      </div>
    </PictureBox>
  );
}

function Progress({ clientId, name }: { readonly clientId: string; readonly name: string }) {
  const t = useTranslations("attachments");
  const locale = useLocale();
  const progress = useAppState((state) => state.uploads[clientId]);
  if (progress === undefined) return null;
  const { sent, total } = progress;
  const percent = total === 0 ? 100 : Math.floor((sent / total) * 100);
  const words = t("progress", { sent: sizeLabel(sent, locale), total: sizeLabel(total, locale) });
  const said = Math.floor(percent / saidEvery) * saidEvery;
  return (
    <>
      <span className={styles["words"]}>{words}</span>
      <progress className={styles["bar"]} aria-label={t("progressLabel", { name })} max={100} value={percent} />
      <VisuallyHidden role="status">{said > 0 && `${name}: ${said} %`}</VisuallyHidden>
    </>
  );
}
