import { useTranslations } from "use-intl";
import { classNames } from "../design/class-names.ts";
import type { Message, MessageFile, CallError } from "../state/entities.ts";
import { useCommands, useAppState } from "../state/app-context.ts";
import { shownName } from "../state/files/shown-name.ts";
import styles from "./message-file.module.css";
import { PictureBox } from "./picture-box.tsx";
import { drawnPath } from "../state/files/file-kind.ts";
import { ErrorText } from "../design/error-text.tsx";
import { WaitButton } from "../design/wait-button.tsx";
import { isGone } from "../state/selectors.ts";
import { type RefObject, useEffect, useRef } from "react";
import { useNearView } from "../platform/page/use-near-view.ts";
import type { Picture } from "../state/files/files-shape.ts";

export interface MessagePictureProps {
  readonly message: Message;
  readonly file: MessageFile;
  /** Where this device has it itself, which needs no loading. */
  readonly local?: string | null;
  readonly isTile?: boolean;
  /** More pictures stand behind this one than are drawn. */
  readonly moreCount?: number;
  readonly tabIndex: number;
}

/** SEE-2: the picture of a message in its box, loaded as it comes near; pressed, it is shown over everything. */
export function MessagePicture(props: MessagePictureProps) {
  const { message, file, local = null, isTile = false, moreCount = 0, tabIndex } = props;
  const path = drawnPath(file);
  const { ref, source, error } = useNearPicture(path, local);
  return (
    <div className={classNames(styles["picture"], isTile && styles["tile"])}>
      <PictureBox
        ref={ref}
        width={file.width}
        height={file.height}
        placeholder={file.placeholder}
        source={source}
        alt=""
        isTile={isTile}
      >
        {error && <PictureFailure path={path} error={error} isSmall={isTile} />}
      </PictureBox>
      {!error && (
        <PressPicture message={message} name={shownName(file.name)} moreCount={moreCount} tabIndex={tabIndex} />
      )}
    </div>
  );
}

interface PressPictureProps extends Pick<MessagePictureProps, "message" | "tabIndex"> {
  readonly name: string;
  readonly moreCount: number;
}

/** Over the whole picture, with its name. */
function PressPicture({ message, name, moreCount, tabIndex }: PressPictureProps) {
  const t = useTranslations("files");
  const { showPicture } = useCommands();
  return (
    <>
      {moreCount > 0 && (
        <span className={styles["count"]} aria-hidden="true">
          +{moreCount}
        </span>
      )}
      <button
        type="button"
        className={styles["press"]}
        aria-label={moreCount > 0 ? t("photoAndMore", { name, count: moreCount }) : t("photo", { name })}
        aria-haspopup="dialog"
        tabIndex={tabIndex}
        onClick={() => showPicture(message)}
      />
    </>
  );
}

interface PictureFailureProps {
  readonly path: string;
  readonly error: CallError;
  readonly isSmall?: boolean;
}

/** SEE-2b: why a picture is not there, and the way to ask for it again where that may help. */
export function PictureFailure({ path, error, isSmall = false }: PictureFailureProps) {
  const t = useTranslations();
  const { loadPictureAgain } = useCommands();
  const isLost = isGone(error);
  return (
    <div className={styles["failure"]}>
      <span>{isLost ? t("files.gone") : t("files.pictureFailed")}</span>
      {!isLost && !isSmall && (
        <span className={styles["why"]}>
          <ErrorText error={error} />
        </span>
      )}
      {!isLost && <WaitButton error={error} onClick={() => loadPictureAgain(path)} />}
    </div>
  );
}

/** A picture for as long as a place shows it; null asks for none. */
export function usePicture(path: string | null): Picture | undefined {
  const { wantPicture, dropPicture } = useCommands();
  useEffect(() => {
    if (path === null) return;
    wantPicture(path);
    return () => dropPicture(path);
  }, [path, wantPicture, dropPicture]);
  return useAppState(({ pictures }) => (path === null ? undefined : pictures[path]));
}

/** SEE-2: the same while its place, which `ref` names, is near the view; what is still cached shows at once, and `local` needs none. */
function useNearPicture(path: string, local: string | null): NearPicture {
  const ref = useRef<HTMLDivElement>(null);
  const isNear = useNearView(ref);
  usePicture(isNear && local === null ? path : null);
  const picture = useAppState(({ pictures }) => pictures[path]);
  return {
    ref,
    source: local ?? picture?.source ?? null,
    error: picture?.error ?? null,
  };
}

interface NearPicture {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly source: string | null;
  readonly error: CallError | null;
}
