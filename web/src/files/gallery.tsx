import { useEffect, useRef, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Dialog } from "../design/dialog.tsx";
import { Blank } from "../design/notice.tsx";
import { Segments } from "../design/segments.tsx";
import { monthLabel } from "../language/time-label.ts";
import { ErrorText } from "../design/error-text.tsx";
import { WaitButton } from "../design/wait-button.tsx";
import { parseTimestamp } from "../platform/clock.ts";
import { useNearView } from "../platform/page/use-near-view.ts";
import type { Message, RoomId } from "../state/entities.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import { isPicture } from "../state/files/file-kind.ts";
import type { RoomFiles } from "../state/files/files-shape.ts";
import { GalleryFile, GalleryPicture } from "./gallery-items.tsx";
import styles from "./gallery.module.css";
import { hasMoreFiles } from "./room-files-state.ts";

type Shown = "photos" | "files";

/** SEE-7: all files of a room by month, newest first: its pictures as a grid, or everything else as a list. */
export function Gallery({ roomId }: { readonly roomId: RoomId }) {
  const t = useTranslations();
  const { closeGallery } = useCommands();
  const files = useAppState(({ roomFiles }) => (roomFiles?.roomId === roomId ? roomFiles : null));
  const [shown, setShown] = useState<Shown>("photos");
  const segments = (["photos", "files"] as const).map((value) => ({ value, label: t(`files.gallery.${value}`) }));
  return (
    <Dialog title={t("files.gallery.title")} closeLabel={t("app.close")} isSheet onClose={closeGallery}>
      <div className={styles["gallery"]}>
        <Segments label={t("files.gallery.title")} value={shown} segments={segments} onChoose={setShown} isWide />
        {files && <Months files={files} shown={shown} />}
        {files && <GalleryEnd files={files} shown={shown} />}
      </div>
    </Dialog>
  );
}

const isShownAs = (shown: Shown, { file }: Message): boolean =>
  file !== null && isPicture(file) === (shown === "photos");

function Months({ files, shown }: { readonly files: RoomFiles; readonly shown: Shown }) {
  const locale = useLocale();
  const months = Map.groupBy(
    files.messages.filter((message) => isShownAs(shown, message)),
    ({ sentAt }) => monthLabel(parseTimestamp(sentAt), locale),
  );
  return [...months].map(([month, messages]) => (
    <section key={month} className={styles["month"]}>
      <h3>{month}</h3>
      <ul className={styles[shown]}>
        {messages.map((message) =>
          shown === "photos" ? (
            <GalleryPicture key={message.seq} message={message} />
          ) : (
            <GalleryFile key={message.seq} message={message} />
          ),
        )}
      </ul>
    </section>
  ));
}

/** What comes after the last one: more, nothing at all, or why there is no more. */
function GalleryEnd({ files, shown }: { readonly files: RoomFiles; readonly shown: Shown }) {
  const t = useTranslations();
  const { loadMoreFiles } = useCommands();
  const { phase, error } = files;
  if (phase === "failed" && error) {
    return (
      <Blank title={t("files.gallery.failed")} hint={<ErrorText error={error} />} isFailure>
        <WaitButton error={error} onClick={loadMoreFiles} />
      </Blank>
    );
  }
  if (phase === "loading") {
    return (
      <p className={styles["end"]} role="status">
        {t("files.gallery.loading")}
      </p>
    );
  }
  if (hasMoreFiles(files)) return <More />;
  if (files.messages.some((message) => isShownAs(shown, message))) return null;
  const title = t(shown === "photos" ? "files.gallery.noPhotos" : "files.gallery.noFiles");
  return <Blank title={title} hint={t("files.gallery.hint")} />;
}

/** Loads on as it comes near the view. */
function More() {
  const t = useTranslations("files.gallery");
  const { loadMoreFiles } = useCommands();
  const end = useRef<HTMLDivElement>(null);
  const isNear = useNearView(end);
  useEffect(() => {
    if (isNear) loadMoreFiles();
  }, [isNear, loadMoreFiles]);
  return (
    <div ref={end} className={styles["end"]}>
      <Button onClick={loadMoreFiles}>{t("more")}</Button>
    </div>
  );
}
