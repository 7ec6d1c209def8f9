import { useState } from "react";
import { useTranslations } from "use-intl";
import type { MessageFile } from "../../state/entities.ts";
import { fileKindOf } from "../../state/files/file-kind.ts";
import { shownName } from "../../state/files/shown-name.ts";
import { drawnSize } from "./message-picture.tsx";
import styles from "./message-file.module.css";

/** SEE-5: starts to play at once, since the person has pressed to play. */
export function FilePlayer({ file, source }: { readonly file: MessageFile; readonly source: string }) {
  const t = useTranslations("files");
  const [isUnread, setIsUnread] = useState(false);
  const named = { src: source, controls: true, autoPlay: true, "aria-label": shownName(file.name) };
  if (isUnread)
    return (
      <p className={styles["failed"]} role="alert">
        {t("notPlayed")}
      </p>
    );
  const { width, height } = drawnSize(file.width ?? 16, file.height ?? 9);
  return fileKindOf(file.type) === "video" ? (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- people send videos without captions
    <video
      {...named}
      className={styles["video"]}
      style={{ aspectRatio: `${width} / ${height}` }}
      playsInline
      onError={() => setIsUnread(true)}
    />
  ) : (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- people send recordings without captions
    <audio {...named} className={styles["audio"]} onError={() => setIsUnread(true)} />
  );
}
