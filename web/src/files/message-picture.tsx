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
import { useEffect, useRef } from "react";
import { useNearView } from "../platform/page/use-near-view.ts";
import type { Picture } from "../state/files/files-shape.ts";

export interface MessagePictureProps {
  readonly message: Message;
  readonly file: MessageFile;
  /** Where this device has it. */
  readonly local?: string | null;
  readonly isTile?: boolean;
  /** More pictures stand behind this one than are drawn. */
  readonly moreCount?: number;
  readonly tabIndex: number;
}

/** SEE-2: loaded as it comes near; pressed, it is shown over everything. */
export function MessagePicture(props: MessagePictureProps) {
  const { file, local = null, isTile = false } = props;
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
      {!error && <PressPicture {...props} />}
    </div>
  );
}

function PressPicture({ message, file, moreCount = 0, tabIndex }: MessagePictureProps) {
  const t = useTranslations("files");
  const name = shownName(file.name);
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

/** SEE-2b */
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

/** For as long as a place shows it. */
export function usePicture(path: string | null): Picture | undefined {
  const { wantPicture, dropPicture } = useCommands();
  useEffect(() => {
    if (path === null) return;
    wantPicture(path);
    return () => dropPicture(path);
  }, [path, wantPicture, dropPicture]);
  return useAppState(({ pictures }) => (path === null ? undefined : pictures[path]));
}

/** SEE-2: while its place is near the view; what is still cached shows at once. */
function useNearPicture(path: string, local: string | null) {
  const ref = useRef<HTMLDivElement>(null);
  const isNear = useNearView(ref);
  usePicture(isNear && local === null ? path : null);
  const picture = useAppState(({ pictures }) => pictures[path]);
  return { ref, source: local ?? picture?.source ?? null, error: picture?.error ?? null };
}
