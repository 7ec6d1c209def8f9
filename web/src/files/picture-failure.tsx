import { useTranslations } from "use-intl";
import { ErrorText } from "../design/error-text.tsx";
import { WaitButton } from "../design/wait-button.tsx";
import type { CallError } from "../state/entities.ts";
import { isGone } from "../state/selectors.ts";
import { useCommands } from "../state/app-context.ts";
import styles from "./message-file.module.css";

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
