import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Dialog } from "../design/dialog.tsx";
import { unsentCount } from "../state/selectors.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import styles from "./unsent-dialog.module.css";

/** Asks what becomes of unsent messages, before signing out (SEND-7). Nothing is shown until they are known. */
export function UnsentDialog() {
  const isKnown = useAppState((state) => state.isSigningOut && (state.outbox.isOpen || unsentCount(state) > 0));
  return isKnown && <Question />;
}

function Question() {
  const t = useTranslations();
  const count = useAppState(unsentCount);
  // Before the outbox is read its messages cannot be deleted.
  const isOpen = useAppState((state) => state.outbox.isOpen);
  const { signOutWith, putOffSignOut } = useCommands();
  const signOutDeleting = useSignOutDeleting();
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
          {count > 0 && isOpen && <Button onClick={signOutDeleting}>{t("unsent.remove")}</Button>}
        </div>
      </div>
    </Dialog>
  );
}

/** Deletes unsent messages, whatever is in the way, then leaves: only this choice of the person deletes them (SEND-7). */
function useSignOutDeleting(): () => void {
  const pending = useAppState((state) => state.pending);
  const { deleteFailedMessage, signOutWith } = useCommands();
  return () => {
    for (const { roomId, clientId } of Object.values(pending).flat()) deleteFailedMessage(roomId, clientId);
    signOutWith("delete");
  };
}
