import { Search } from "lucide-react";
import { useTranslations } from "use-intl";
import { useDispatch } from "../state/app-context.ts";
import styles from "./search-button.module.css";

/** FIND-3a: opens the panel, which has the search field. */
export function SearchButton() {
  const t = useTranslations("search");
  const dispatch = useDispatch();
  return (
    <button
      type="button"
      className={styles["button"]}
      aria-label={t("field")}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => dispatch({ type: "search/panel-opened", isChange: false })}
    >
      <Search size={18} aria-hidden="true" />
      <span className={styles["words"]} aria-hidden="true">
        {t("field")}
      </span>
      <span className={styles["key"]} data-key="Ctrl K" />
    </button>
  );
}
