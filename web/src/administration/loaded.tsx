import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Blank } from "../design/notice.tsx";
import type { CallError } from "../state/entities.ts";
import { ErrorText } from "../design/error-text.tsx";
import { WaitButton } from "../design/wait-button.tsx";
import styles from "./administration.module.css";

interface LoadedProps {
  readonly phase: "loading" | "ready" | "failed";
  readonly error: CallError | null;
  /** Nothing to show has come yet. */
  readonly isBlank: boolean;
  /** There is more to load. */
  readonly hasMore?: boolean;
  readonly onLoad: () => void;
  /** What stands there where nothing was found. */
  readonly none: ReactNode;
  readonly children: ReactNode;
}

/** What is loaded of a section, and below it what is said of the rest: it loads, has failed, or there is more. */
export function Loaded({ phase, error, isBlank, hasMore = false, onLoad, none, children }: LoadedProps) {
  const t = useTranslations();
  return (
    <>
      {!isBlank && children}
      {phase === "failed" && error && (
        <Blank title={t("administration.failed")} hint={<ErrorText error={error} />} isFailure>
          <WaitButton error={error} onClick={onLoad} />
        </Blank>
      )}
      {phase === "ready" && isBlank && none}
      {phase !== "failed" && <Rest isLoading={phase === "loading"} hasMore={hasMore && !isBlank} onLoad={onLoad} />}
    </>
  );
}

interface RestProps extends Required<Pick<LoadedProps, "hasMore" | "onLoad">> {
  readonly isLoading: boolean;
}

/** What has not come yet; its button keeps the focus while it loads. */
function Rest({ isLoading, hasMore, onLoad }: RestProps) {
  const t = useTranslations("administration");
  if (hasMore)
    return (
      <div>
        <Button isBusy={isLoading} onClick={onLoad}>
          {isLoading ? t("loading") : t("more")}
        </Button>
      </div>
    );
  return (
    isLoading && (
      <p className={styles["quiet"]} role="status">
        {t("loading")}
      </p>
    )
  );
}
