import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { openOutside } from "../platform/page/open-outside.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import styles from "./notifications-dialog.module.css";

/** EMB-7: in a host's frame the host notifies, or the person opens a window of their own. */
export function HostNotifications() {
  const t = useTranslations();
  const host = useAppState(({ notifications }) => notifications.host);
  const { enableNotifications } = useCommands();
  return (
    <>
      <p className={styles["state"]}>{t(`hostNotifications.${host ?? "none"}`)}</p>
      {host !== "granted" && <p>{t("hostNotifications.hint")}</p>}
      <div className={styles["buttons"]}>
        {host !== "granted" && (
          <Button look="primary" onClick={enableNotifications}>
            {t("hostNotifications.ask")}
          </Button>
        )}
        <Button onClick={openOutside}>{t("nav.openOutside")}</Button>
      </div>
    </>
  );
}
