import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Dialog } from "../design/dialog.tsx";
import { draftCount } from "../state/drafts/drafts-state.ts";
import { unsentCount } from "../state/selectors.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import { isQuestionDue } from "../state/sign-in/sign-in-state.ts";
import styles from "./unsent-dialog.module.css";

/** SEND-7: asks about unsent messages and drafts once they are known; only the person's choice deletes them. */
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
  const isOpen = useAppState((state) => state.outbox.isOpen);
  const pending = useAppState((state) => state.pending);
  const dispatch = useDispatch();
  function signOutDeleting() {
    for (const { roomId, clientId } of Object.values(pending).flat())
      dispatch({ type: "outbox/pending-deleted", roomId, clientId });
    dispatch({ type: "sign-out/asked", unsent: "delete" });
  }
  return (
    <Dialog
      title={areDrafts ? t("unsent.draftsTitle") : t("unsent.title")}
      closeLabel={t("app.close")}
      onClose={() => dispatch({ type: "sign-out/put-off" })}
    >
      <div className={styles["unsent"]}>
        <Unsent count={count} drafts={drafts} />
        <div className={styles["ways"]}>
          <Button look="primary" onClick={() => dispatch({ type: "sign-out/put-off" })}>
            {t("unsent.stay")}
          </Button>
          <Button onClick={() => dispatch({ type: "sign-out/asked", unsent: "keep" })}>
            {isAny ? t("unsent.keep") : t("nav.logout")}
          </Button>
          {isAny && isOpen && <Button onClick={signOutDeleting}>{t("unsent.remove")}</Button>}
        </div>
      </div>
    </Dialog>
  );
}

function Unsent({ count, drafts }: { readonly count: number; readonly drafts: number }) {
  const t = useTranslations("unsent");
  return (
    <>
      {(count > 0 || drafts === 0) && <p>{t("count", { count })}</p>}
      {drafts > 0 && <p>{t("drafts", { count: drafts })}</p>}
      {count > 0 && <p>{t("hint")}</p>}
      {drafts > 0 && <p>{t(count > 0 ? "draftsToo" : "draftsHint")}</p>}
    </>
  );
}
