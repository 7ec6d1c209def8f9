import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Dialog } from "../design/dialog.tsx";
import { Avatar } from "../presence/person-mark.tsx";
import { useAppState, useCommands } from "../state/app-context.ts";
import styles from "./message-menu.module.css";

/** Who likes a message, newest first (ACT-6a). */
export function LikersDialog() {
  const t = useTranslations();
  const likers = useAppState((state) => state.likers);
  const { hideLikers, showMoreLikers } = useCommands();
  if (!likers) return null;
  return (
    <Dialog title={t("actions.whoLiked")} closeLabel={t("app.close")} onClose={hideLikers}>
      <ul className={styles["likers"]}>
        {likers.likes.map(({ id, person: { name, kind } }) => (
          <li key={id}>
            <Avatar name={name} kind={kind} />
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
      {likers.phase === "loading" && <p role="status">{t("actions.loadingLikers")}</p>}
      {likers.phase === "failed" && (
        <p role="alert">
          {t("actions.likersFailed")}{" "}
          <Button look="link" onClick={showMoreLikers}>
            {t("app.retry")}
          </Button>
        </p>
      )}
      {likers.phase === "ready" && likers.hasMore && (
        <Button onClick={showMoreLikers}>{t("actions.moreLikers")}</Button>
      )}
    </Dialog>
  );
}
