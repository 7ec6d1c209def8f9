import { useTranslations } from "use-intl";
import { VisuallyHidden } from "./visually-hidden.tsx";
import { unreadTotal } from "../state/selectors.ts";
import { useAppState } from "../state/app-context.ts";
import styles from "./unread-badge.module.css";
import type { RoomNames } from "../state/rooms/room-subject.ts";

export function UnreadBadge({ count, isQuiet = false }: { readonly count: number; readonly isQuiet?: boolean }) {
  const t = useTranslations("rooms");
  if (count === 0) return null;
  return (
    <span className={styles["badge"]} data-quiet={isQuiet}>
      <span aria-hidden="true">{count > 999 ? "999+" : count}</span>
      <VisuallyHidden>{t("unreadCount", { count })}</VisuallyHidden>
    </span>
  );
}

export function UnreadTotal() {
  return <UnreadBadge count={useAppState(unreadTotal)} />;
}

export function RowTitle({ name, vehicle, subject }: RoomNames) {
  if (name === "" || vehicle === "") return <bdi>{subject}</bdi>;
  return (
    <>
      <bdi className={styles["name"]}>{name}</bdi> · <bdi>{vehicle}</bdi>
    </>
  );
}
