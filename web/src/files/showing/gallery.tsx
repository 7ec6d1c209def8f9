import { useEffect, useRef, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { Button, IconButton } from "../../design/button.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { Blank } from "../../design/notice.tsx";
import { Segments } from "../../design/segments.tsx";
import { monthLabel, momentLabel } from "../../language/time-label.ts";
import { ErrorText } from "../../design/error-text.tsx";
import { WaitButton } from "../../design/wait-button.tsx";
import { parseTimestamp } from "../../platform/clock.ts";
import { useNearView } from "../../platform/page/use-near-view.ts";
import type { Message, RoomId } from "../../state/entities.ts";
import { useAppState, useDispatch } from "../../state/app-context.ts";
import { isPicture } from "../../state/files/file-kind.ts";
import type { RoomFiles } from "../../state/files/files-shape.ts";
import styles from "./gallery.module.css";
import { hasMoreFiles } from "../room-files-state.ts";
import { MessageSquareText } from "lucide-react";
import { messageLink } from "../../state/navigation/paths.ts";
import { shownName } from "../../state/files/shown-name.ts";
import { MessageFileCard } from "./message-file.tsx";
import { MessagePicture } from "./message-picture.tsx";

type Shown = "photos" | "files";

/** SEE-7: a room's files by month, newest first: pictures as a grid, everything else as a list. */
export function Gallery({ roomId }: { readonly roomId: RoomId }) {
  const t = useTranslations();
  const dispatch = useDispatch();
  const files = useAppState(({ roomFiles }) => (roomFiles?.roomId === roomId ? roomFiles : null));
  const [shown, setShown] = useState<Shown>("photos");
  const segments = (["photos", "files"] as const).map((value) => ({ value, label: t(`files.gallery.${value}`) }));
  return (
    <Dialog
      title={t("files.gallery.title")}
      closeLabel={t("app.close")}
      isSheet
      onClose={() => dispatch({ type: "files/viewed", view: { galleryRoomId: null, shown: null } })}
    >
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
            <li key={message.seq} className={styles["photo"]}>
              {message.file && <MessagePicture message={message} file={message.file} isTile tabIndex={0} />}
            </li>
          ) : (
            <GalleryFile key={message.seq} message={message} />
          ),
        )}
      </ul>
    </section>
  ));
}

function GalleryEnd({ files, shown }: { readonly files: RoomFiles; readonly shown: Shown }) {
  const t = useTranslations();
  const dispatch = useDispatch();
  const { phase, error } = files;
  if (phase === "failed" && error)
    return (
      <Blank title={t("files.gallery.failed")} hint={<ErrorText error={error} />} isFailure>
        <WaitButton error={error} onClick={() => dispatch({ type: "files/more-asked" })} />
      </Blank>
    );
  if (phase === "loading")
    return (
      <p className={styles["end"]} role="status">
        {t("files.gallery.loading")}
      </p>
    );
  if (hasMoreFiles(files)) return <More />;
  if (files.messages.some((message) => isShownAs(shown, message))) return null;
  const title = t(shown === "photos" ? "files.gallery.noPhotos" : "files.gallery.noFiles");
  return <Blank title={title} hint={t("files.gallery.hint")} />;
}

function More() {
  const t = useTranslations("files.gallery");
  const dispatch = useDispatch();
  const end = useRef<HTMLDivElement>(null);
  const isNear = useNearView(end);
  useEffect(() => {
    if (isNear) dispatch({ type: "files/more-asked" });
  }, [isNear, dispatch]);
  return (
    <div ref={end} className={styles["end"]}>
      <Button onClick={() => dispatch({ type: "files/more-asked" })}>{t("more")}</Button>
    </div>
  );
}

function GalleryFile({ message }: { readonly message: Message }) {
  const t = useTranslations("files");
  const locale = useLocale();
  const dispatch = useDispatch();
  const room = useAppState(({ rooms }) => rooms.byId[message.roomId]?.name ?? "");
  const { file, author, sentAt } = message;
  if (!file) return null;
  return (
    <li className={styles["file"]}>
      <MessageFileCard message={message} file={file} tabIndex={0} />
      <div className={styles["from"]}>
        <span>
          <bdi>{author?.name}</bdi> · {momentLabel(sentAt, locale)}
        </span>
        <IconButton
          label={t("gallery.showIn", { name: shownName(file.name) })}
          tip={t("toMessage")}
          tipSide="left"
          isSmall
          onClick={() => {
            dispatch({ type: "address/asked", path: messageLink(room, message.seq) });
            dispatch({ type: "files/viewed", view: { galleryRoomId: null, shown: null } });
          }}
        >
          <MessageSquareText size={16} aria-hidden="true" />
        </IconButton>
      </div>
    </li>
  );
}
