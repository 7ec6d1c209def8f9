import { useLocale, useTranslations } from "use-intl";
import { Button } from "../../design/button.tsx";
import { momentLabel } from "../../language/time-label.ts";
import { parseTimestamp } from "../../platform/clock.ts";
import { useAppState, useCommands } from "../../state/app-context.ts";
import { isAnythingUnsent } from "./offline-state.ts";
import styles from "./offline-notes.module.css";
import { ShareDialog } from "./share-dialog.tsx";

/** Quiet lines: as of when the copy on screen is (SW-1b), and that a newer build is ready (SW-1d); what was shared asks for its room. */
export function OfflineNotes() {
  const t = useTranslations("offline");
  const locale = useLocale();
  const { copiedAt, isUpdateReady, share } = useAppState(({ offline }) => offline);
  return (
    <>
      <div role="status" className={styles["notes"]}>
        {copiedAt !== null && (
          <span className={styles["note"]}>{t("copied", { time: momentLabel(parseTimestamp(copiedAt), locale) })}</span>
        )}
        {isUpdateReady && <UpdateNote />}
      </div>
      {share && (
        <div className={styles["asked"]}>
          <ShareDialog share={share} />
        </div>
      )}
    </>
  );
}

/** Nothing that was begun is put at stake: the button comes once all of it was sent. */
function UpdateNote() {
  const t = useTranslations("offline");
  const isHeldBack = useAppState(isAnythingUnsent);
  const { useUpdate: startUpdate } = useCommands();
  return (
    <span className={styles["note"]}>
      <span>{isHeldBack ? t("updateLater") : t("update")}</span>
      {!isHeldBack && (
        <Button look="link" onClick={startUpdate}>
          {t("useUpdate")}
        </Button>
      )}
    </span>
  );
}
