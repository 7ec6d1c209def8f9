import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { openOutside } from "../platform/open-outside.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import { hostWords } from "./host-words.ts";
import styles from "./notifications-dialog.module.css";

/** EMB-7: in a host's frame the host notifies, or the person opens a window of their own. */
export function HostNotifications() {
  const t = useTranslations("nav");
  const words = useAppState(({ language }) => hostWords[language]);
  const host = useAppState(({ notifications }) => notifications.host);
  const { enableNotifications } = useCommands();
  return (
    <>
      <p className={styles["state"]}>{words[host ?? "none"]}</p>
      {host !== "granted" && <p>{words.hint}</p>}
      <div className={styles["buttons"]}>
        {host !== "granted" && (
          <Button look="primary" onClick={enableNotifications}>
            {words.ask}
          </Button>
        )}
        <Button onClick={openOutside}>{t("openOutside")}</Button>
      </div>
    </>
  );
}
