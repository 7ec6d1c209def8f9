import { useLocale, useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Dialog } from "../design/dialog.tsx";
import { momentLabel } from "../language/time-label.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import styles from "./earlier-texts-dialog.module.css";

export function EarlierTextsDialog() {
  const t = useTranslations();
  const locale = useLocale();
  const earlier = useAppState(({ earlierTexts }) => earlierTexts);
  const dispatch = useDispatch();
  if (!earlier) return null;
  const { texts, phase, hasMore } = earlier;
  return (
    <Dialog
      title={t("edits.earlier")}
      closeLabel={t("app.close")}
      onClose={() => dispatch({ type: "edits/earlier-closed" })}
    >
      <ol className={styles["texts"]}>
        {texts.map(({ text, replacedAt }) => (
          <li key={`${replacedAt} ${text}`}>
            <p className={styles["text"]} dir="auto">
              {text}
            </p>
            <p className={styles["when"]}>{t("edits.replaced", { when: momentLabel(replacedAt, locale) })}</p>
          </li>
        ))}
      </ol>
      {phase === "loading" && <p role="status">{t("edits.earlierLoading")}</p>}
      {phase === "ready" && texts.length === 0 && <p>{t("edits.earlierNone")}</p>}
      {phase === "failed" && (
        <p role="alert">
          {t("edits.earlierFailed")}{" "}
          <Button look="link" onClick={() => dispatch({ type: "edits/more-earlier-asked" })}>
            {t("app.retry")}
          </Button>
        </p>
      )}
      {phase === "ready" && hasMore && texts.length > 0 && (
        <Button onClick={() => dispatch({ type: "edits/more-earlier-asked" })}>{t("edits.moreEarlier")}</Button>
      )}
    </Dialog>
  );
}
