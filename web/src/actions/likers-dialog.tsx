import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Dialog } from "../design/dialog.tsx";
import { Avatar } from "../design/person-mark.tsx";
import { useAppState, useDispatch } from "../state/app-context.ts";
import type { Message } from "../state/entities.ts";
import { isSamePerson, me, ownerKey } from "../state/selectors.ts";
import styles from "./likers-dialog.module.css";
import { isLiked } from "../state/messages/shown-actions.ts";

/** The people who like a message, each once: the viewer, then the others, newest first (ACT-6). */
export function LikersDialog({ message }: { readonly message: Message | null }) {
  const t = useTranslations();
  const likers = useAppState((state) => state.likers);
  const self = useAppState(me);
  const isOwn = useAppState((state) => message !== null && isLiked(state, message));
  const dispatch = useDispatch();
  if (!likers) return null;
  const likes = [...(message?.actions.filter(({ kind }) => kind === "like") ?? []), ...likers.likes];
  const others = likes.map(({ person }) => person).filter((person) => !isSamePerson(person, self));
  const people = new Map([...(isOwn && self ? [self] : []), ...others].map((person) => [ownerKey(person), person]));
  return (
    <Dialog
      title={t("actions.whoLiked")}
      closeLabel={t("app.close")}
      onClose={() => dispatch({ type: "actions/likers-closed" })}
    >
      <ul className={styles["likers"]}>
        {Array.from(people, ([key, { name, kind }]) => (
          <li key={key}>
            <Avatar name={name} kind={kind} />
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
      {likers.phase === "loading" && <p role="status">{t("actions.loadingLikers")}</p>}
      {likers.phase === "failed" && (
        <p role="alert">
          {t("actions.likersFailed")}{" "}
          <Button look="link" onClick={() => dispatch({ type: "actions/more-likers-asked" })}>
            {t("app.retry")}
          </Button>
        </p>
      )}
      {likers.phase === "ready" && likers.hasMore && (
        <Button onClick={() => dispatch({ type: "actions/more-likers-asked" })}>{t("actions.moreLikers")}</Button>
      )}
    </Dialog>
  );
}
