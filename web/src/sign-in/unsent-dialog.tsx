import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Dialog } from "../design/dialog.tsx";
import { draftCount } from "../state/drafts/drafts-state.ts";
import { unsentCount } from "../state/selectors.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import { isQuestionDue } from "../state/sign-in/sign-in-state.ts";
import styles from "./unsent-dialog.module.css";

/** Asks what becomes of unsent messages and drafts, before signing out (SEND-7b). Nothing is shown until they are known. */
export function UnsentDialog() {
  const isKnown = useAppState((state) => state.isSigningOut && (state.outbox.isOpen || isQuestionDue(state)));
  return isKnown && <Question />;
}

function Question() {
  const t = useTranslations();
  const count = useAppState(unsentCount);
  const drafts = useAppState(draftCount);
  const isAny = count + drafts > 0;
  const areDrafts = isAny && count === 0;
  // Before the outbox is read its messages cannot be deleted.
  const isOpen = useAppState((state) => state.outbox.isOpen);
  const { signOutWith, putOffSignOut } = useCommands();
  const signOutDeleting = useSignOutDeleting();
  return (
    <Dialog
      title={areDrafts ? t("unsent.draftsTitle") : t("unsent.title")}
      closeLabel={t("app.close")}
      onClose={putOffSignOut}
    >
      <div className={styles["unsent"]}>
        {areDrafts ? <DraftsAlone count={drafts} /> : <Unsent count={count} drafts={drafts} />}
        <div className={styles["ways"]}>
          <Button look="primary" onClick={putOffSignOut}>
            {t("unsent.stay")}
          </Button>
          <Button onClick={() => signOutWith("keep")}>{isAny ? t("unsent.keep") : t("nav.logout")}</Button>
          {isAny && isOpen && <Button onClick={signOutDeleting}>{t("unsent.remove")}</Button>}
        </div>
      </div>
    </Dialog>
  );
}

function DraftsAlone({ count }: { readonly count: number }) {
  const t = useTranslations("unsent");
  return (
    <>
      <p>{t("drafts", { count })}</p>
      <p>{t("draftsHint")}</p>
    </>
  );
}

/** The unsent messages, which may have left meanwhile, and drafts where there are any beside them. */
function Unsent({ count, drafts }: { readonly count: number; readonly drafts: number }) {
  const t = useTranslations("unsent");
  return (
    <>
      <p>{t("count", { count })}</p>
      {drafts > 0 && <p>{t("drafts", { count: drafts })}</p>}
      {count > 0 && <p>{t("hint")}</p>}
      {drafts > 0 && <p>{t("draftsToo")}</p>}
    </>
  );
}

/** Deletes unsent messages, whatever is in the way, and drafts, then leaves: only this choice of the person deletes them (SEND-7b). */
function useSignOutDeleting(): () => void {
  const pending = useAppState((state) => state.pending);
  const { deleteFailedMessage, signOutWith } = useCommands();
  return () => {
    for (const { roomId, clientId } of Object.values(pending).flat()) deleteFailedMessage(roomId, clientId);
    signOutWith("delete");
  };
}
