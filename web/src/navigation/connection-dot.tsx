import { useTranslations } from "use-intl";
import { shownConnection } from "../state/selectors.ts";
import { useChat } from "../state/use-chat.ts";
import styles from "./connection-dot.module.css";

/** Whether the live connection stands (CONN-1). */
export function ConnectionDot() {
  const t = useTranslations("connection");
  const phase = useChat(shownConnection);
  return (
    <span className={styles["state"]} data-phase={phase} role="img" aria-label={t(phase)} title={t(phase)}>
      <span className={styles["dot"]} />
    </span>
  );
}
