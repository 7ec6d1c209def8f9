import { useEffect } from "react";
import { useLocale, useTranslations } from "use-intl";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { IconButton } from "../../design/button.tsx";
import { useModal } from "../../design/dialog.tsx";
import { momentLabel } from "../../language/time-label.ts";
import { messageLink } from "../../state/navigation/paths.ts";
import type { Message, MessageFile } from "../../state/entities.ts";
import { useAppState, useDispatch } from "../../state/app-context.ts";
import { shownName } from "../../state/files/shown-name.ts";
import styles from "./picture-viewer.module.css";
import { drawnPath, isPicture } from "../../state/files/file-kind.ts";
import { usePicture } from "./message-picture.tsx";
import { useViewBox } from "./view-box.ts";
import { ViewerBar } from "./viewer-bar.tsx";
import { ViewerStage } from "./viewer-stage.tsx";
import type { RoomFiles } from "../../state/files/files-shape.ts";
import { hasMoreFiles } from "../room-files-state.ts";

export const PictureViewer = ({ message }: { readonly message: Message }) =>
  message.file && <Viewer message={message} file={message.file} />;

interface ViewerProps {
  readonly message: Message;
  readonly file: MessageFile;
}

function Viewer({ message, file }: ViewerProps) {
  const t = useTranslations("files");
  const dispatch = useDispatch();
  const close = (): void => dispatch({ type: "files/viewed", view: { shown: null } });
  // Focuses the dialog itself, so that its name is read first and all its keys work.
  const dialog = useModal(close, (element) => element.focus());
  const around = useAround(message);
  const view = useViewBox(message.seq, file);
  const name = useAppState(({ rooms }) => rooms.byId[message.roomId]?.name ?? "");

  function showInRoom() {
    dispatch({ type: "address/asked", path: messageLink(name, message.seq) });
    dispatch({ type: "files/viewed", view: { galleryRoomId: null, shown: null } });
  }

  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: around.goPrevious,
    ArrowRight: around.goNext,
    "+": view.zoomIn,
    "=": view.zoomIn,
    "-": view.zoomOut,
    "0": view.reset,
    r: view.turn,
    R: view.turn,
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the viewer is controlled by keys
    <dialog
      ref={dialog}
      className={styles["viewer"]}
      tabIndex={-1}
      aria-label={t("photo", { name: shownName(file.name) })}
      onClose={close}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onKeyDown={(event) => {
        const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
        if (!act) return;
        event.preventDefault();
        act();
      }}
    >
      <ViewerBar message={message} file={file} view={view} onShowInRoom={showInRoom} onClose={close} />
      <ViewerStage
        key={message.seq}
        file={file}
        view={view}
        onSwipe={(step) => (step < 0 ? around.goPrevious() : around.goNext())}
        onClose={close}
      />
      <Step label={t("viewer.previous")} side="left" act={around.goPrevious} isOpen={around.previous !== null} />
      <Step label={t("viewer.next")} side="right" act={around.goNext} isOpen={around.next !== null} />
      <Caption message={message} file={file} position={around.position} />
    </dialog>
  );
}

/** Loads the previews of both neighbours, and as many pages of the list as that takes. */
function useAround(message: Message) {
  const files = useAppState(({ roomFiles }) => roomFiles);
  const dispatch = useDispatch();
  const around = picturesAround(files, message);
  const { previous, next, isShort } = around;
  const isReady = files?.phase === "ready";
  useEffect(() => {
    if (isShort && isReady) dispatch({ type: "files/more-asked" });
  }, [isShort, isReady, dispatch]);
  usePicture(previous?.file ? drawnPath(previous.file) : null);
  usePicture(next?.file ? drawnPath(next.file) : null);
  return {
    ...around,
    goPrevious: () => previous && dispatch({ type: "files/viewed", view: { shown: previous } }),
    goNext: () => next && dispatch({ type: "files/viewed", view: { shown: next } }),
  };
}

interface StepProps {
  readonly label: string;
  readonly side: "left" | "right";
  readonly act: () => void;
  readonly isOpen: boolean;
}

function Step({ label, side, act, isOpen }: StepProps) {
  return (
    <div className={styles["step"]} data-side={side} data-open={isOpen}>
      <IconButton label={label} tipSide={side === "left" ? "right" : "left"} aria-disabled={!isOpen} onClick={act}>
        {side === "left" ? <ChevronLeft size={28} aria-hidden="true" /> : <ChevronRight size={28} aria-hidden="true" />}
      </IconButton>
    </div>
  );
}

interface CaptionProps extends ViewerProps {
  readonly position: { readonly position: number; readonly total: number } | null;
}

function Caption({ message, file, position }: CaptionProps) {
  const t = useTranslations("files.viewer");
  const locale = useLocale();
  return (
    <div className={styles["caption"]} role="status">
      {message.text !== "" && (
        <p className={styles["text"]} dir="auto">
          {message.text}
        </p>
      )}
      <p className={styles["facts"]}>
        <bdi>{message.author?.name}</bdi>
        <span>{momentLabel(message.sentAt, locale)}</span>
        <bdi>{shownName(file.name)}</bdi>
        {position && (
          <span>{t("position", { position: String(position.position), total: String(position.total) })}</span>
        )}
      </p>
    </div>
  );
}

/** The list is loaded this many pictures ahead of the one shown. */
const aheadMin = 3;

/** SEE-4: pictures in the order of the conversation; the position is null until all of them are known. */
export function picturesAround(files: RoomFiles | null, shown: Message) {
  const listed = files?.roomId === shown.roomId ? files.messages.filter(({ file }) => file && isPicture(file)) : [];
  const newer = listed.filter(({ seq }) => seq > shown.seq);
  const older = listed.filter(({ seq }) => seq < shown.seq);
  const hasMore = files !== null && hasMoreFiles(files);
  return {
    previous: older[0] ?? null,
    next: newer.at(-1) ?? null,
    position: hasMore || files === null ? null : { position: older.length + 1, total: older.length + newer.length + 1 },
    isShort: hasMore && older.length < aheadMin,
  };
}
