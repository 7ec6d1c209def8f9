import { isShown } from "@cuplaj/media/file-types.ts";
import {
  Download,
  ExternalLink,
  Play,
  X,
  File,
  FileArchive,
  FileImage,
  FileMusic,
  FilePlay,
  FileSpreadsheet,
  FileText,
  type LucideIcon,
} from "lucide-react";
import { Suspense, type ReactNode } from "react";
import { useLocale, useTranslations } from "use-intl";
import { IconButton } from "../../design/button.tsx";
import { ErrorText } from "../../design/error-text.tsx";
import { WaitButton } from "../../design/wait-button.tsx";
import { lateComponent } from "../../platform/late-component.ts";
import type { MessageFile } from "../../state/entities.ts";
import { isGone } from "../../state/selectors.ts";
import { useAppState, useDispatch } from "../../state/app-context.ts";
import { fileKindOf, isPicture, type FileKind } from "../../state/files/file-kind.ts";
import type { FileWork } from "../../state/files/files-shape.ts";
import { sizeLabel, namePieces } from "../../language/file-words.ts";
import { shownName } from "../../state/files/shown-name.ts";
import styles from "./message-file.module.css";
import { MessagePicture, type MessagePictureProps } from "./message-picture.tsx";
import { VisuallyHidden } from "../../design/visually-hidden.tsx";

const FilePlayer = lateComponent(async () => (await import("./file-player.tsx")).FilePlayer);

type MessageFileProps = Pick<MessagePictureProps, "message" | "file" | "tabIndex">;

export const MessageFileBody = (props: MessagePictureProps) =>
  isPicture(props.file) ? <MessagePicture {...props} /> : <MessageFileCard {...props} />;

export function MessageFileCard(props: MessageFileProps) {
  const { file } = props;
  const work = useAppState(({ fileWork }) => fileWork[file.path]);
  return (
    <FileCard file={file} actions={<FileActions {...props} work={work} />}>
      {work && <FileProgress {...props} work={work} />}
    </FileCard>
  );
}

function FileActions({ work, ...props }: MessageFileProps & { readonly work: FileWork | undefined }) {
  const { message, file, tabIndex } = props;
  const t = useTranslations("files");
  const dispatch = useDispatch();
  const name = shownName(file.name);
  const isUnderWay = work !== undefined && "doneBytes" in work;
  const [label, tip] = isUnderWay ? [t("stop", { name }), t("stopTip")] : [t("save", { name }), t("saveTip")];
  return (
    <>
      {!isUnderWay && work?.phase !== "playable" && <OpenButton {...props} />}
      <IconButton
        label={label}
        tip={tip}
        tipSide="left"
        tabIndex={tabIndex}
        onClick={() =>
          isUnderWay
            ? dispatch({ type: "files/work-over", path: file.path })
            : dispatch({ type: "files/work-asked", message, phase: "saving" })
        }
      >
        {isUnderWay ? <X size={18} aria-hidden="true" /> : <Download size={18} aria-hidden="true" />}
      </IconButton>
    </>
  );
}

function OpenButton({ message, file, tabIndex }: MessageFileProps) {
  const t = useTranslations("files");
  const dispatch = useDispatch();
  const kind = fileKindOf(file.type);
  const way = kind === "audio" || kind === "video" ? "play" : kind === "pdf" ? "open" : null;
  if (way === null || !isShown(file.type)) return null;
  const Sign = way === "play" ? Play : ExternalLink;
  return (
    <IconButton
      label={t(way, { name: shownName(file.name) })}
      tip={t(`${way}Tip`)}
      tipSide="left"
      tabIndex={tabIndex}
      onClick={() => dispatch({ type: "files/work-asked", message, phase: "opening" })}
    >
      <Sign size={18} aria-hidden="true" />
    </IconButton>
  );
}

function FileProgress({ message, file, work, tabIndex }: MessageFileProps & { readonly work: FileWork }) {
  const t = useTranslations();
  const locale = useLocale();
  const dispatch = useDispatch();
  const name = shownName(file.name);
  switch (work.phase) {
    case "saving":
    case "opening": {
      const done = sizeLabel(work.doneBytes, locale);
      return (
        <div className={styles["progress"]}>
          <progress max={file.bytes} value={work.doneBytes} aria-label={t("files.loading", { name })} />
          <span>{t("files.done", { done, all: sizeLabel(file.bytes, locale) })}</span>
        </div>
      );
    }
    case "playable":
      return (
        <Suspense fallback={null}>
          <FilePlayer file={file} source={work.source} />
        </Suspense>
      );
    case "failed":
      return (
        <p className={styles["failed"]} role="alert">
          {isGone(work.error) ? t("files.gone") : <ErrorText error={work.error} />}{" "}
          {!isGone(work.error) && (
            <WaitButton
              look="link"
              tabIndex={tabIndex}
              error={work.error}
              onClick={() => dispatch({ type: "files/work-asked", message, phase: "saving" })}
            />
          )}
        </p>
      );
  }
}

const signs: Readonly<Record<FileKind, LucideIcon>> = {
  photo: FileImage,
  video: FilePlay,
  audio: FileMusic,
  pdf: FileText,
  document: FileText,
  sheet: FileSpreadsheet,
  archive: FileArchive,
  file: File,
};

interface FileCardProps {
  readonly file: Pick<MessageFile, "name" | "bytes" | "type">;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

export function FileCard({ file: { name, bytes, type }, actions, children }: FileCardProps) {
  const t = useTranslations("files");
  const locale = useLocale();
  const kind = fileKindOf(type);
  const Sign = signs[kind];
  return (
    <div className={styles["card"]}>
      <span className={styles["sign"]} data-kind={kind}>
        <Sign size={22} aria-hidden="true" />
      </span>
      <div className={styles["lines"]}>
        <FileName name={name} />
        <span className={styles["facts"]}>
          {t(`kind.${kind}`)} · {sizeLabel(bytes, locale)}
        </span>
      </div>
      {actions !== undefined && <div className={styles["actions"]}>{actions}</div>}
      {children !== undefined && <div className={styles["more"]}>{children}</div>}
    </div>
  );
}

/** SEE-5b: shortens the name in the middle; screen readers get the whole name. */
function FileName({ name }: { readonly name: string }) {
  const { start, end } = namePieces(name);
  return (
    <bdi className={styles["name"]} title={shownName(name)}>
      <VisuallyHidden>{shownName(name)}</VisuallyHidden>
      <span className={styles["start"]} aria-hidden="true">
        {start}
      </span>
      <span className={styles["end"]} aria-hidden="true">
        {end}
      </span>
    </bdi>
  );
}
