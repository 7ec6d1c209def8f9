import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Dialog } from "../design/dialog.tsx";
import { unsentCount } from "../state/selectors.ts";
import { useChat, useCommands } from "../state/use-chat.ts";
import styles from "./unsent-dialog.module.css";

/** Asks what becomes of messages that have not left, before signing out (SEND-7). */
export function UnsentDialog() {
  const t = useTranslations();
  const count = useChat(unsentCount);
  const { signOutWith, putOffSignOut } = useCommands();
  return (
    <Dialog title={t("unsent.title")} closeLabel={t("app.close")} onClose={putOffSignOut}>
      <div className={styles["unsent"]}>
        <p>{t("unsent.count", { count })}</p>
        {count > 0 && <p>{t("unsent.hint")}</p>}
        <div className={styles["ways"]}>
          <Button look="primary" onClick={putOffSignOut}>
            {t("unsent.stay")}
          </Button>
          <Button onClick={() => signOutWith("keep")}>{count > 0 ? t("unsent.keep") : t("nav.logout")}</Button>
          {count > 0 && <Button onClick={() => signOutWith("delete")}>{t("unsent.remove")}</Button>}
        </div>
      </div>
    </Dialog>
  );
}
