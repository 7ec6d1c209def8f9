import { useTranslations } from "use-intl";
import { VisuallyHidden } from "./visually-hidden.tsx";
import { unreadTotal } from "../state/selectors.ts";
import { useAppState } from "../state/app-context.ts";
import styles from "./unread-badge.module.css";

interface UnreadBadgeProps {
  readonly count: number;
  /** Of a muted room (ORDER-2). */
  readonly isQuiet?: boolean;
}

/** How many messages are unread, wherever rooms are listed; nothing where none is. */
export function UnreadBadge({ count, isQuiet = false }: UnreadBadgeProps) {
  const t = useTranslations("rooms");
  if (count === 0) return null;
  return (
    <span className={styles["badge"]} data-quiet={isQuiet}>
      <span aria-hidden="true">{count > 999 ? "999+" : count}</span>
      <VisuallyHidden>{t("unreadCount", { count })}</VisuallyHidden>
    </span>
  );
}

/** What is unread over all rooms. */
export function UnreadTotal() {
  return <UnreadBadge count={useAppState(unreadTotal)} />;
}
