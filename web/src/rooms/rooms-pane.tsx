import { useTranslations } from "use-intl";
import { usePointerHold } from "../platform/input/use-long-press.ts";
import { useAppState } from "../state/app-context.ts";
import { isListEmpty } from "../state/rooms/listing.ts";
import { RoomFilters, WaitOrder } from "./room-filters.tsx";
import { RoomRows } from "./room-rows.tsx";
import { RoomListBlank } from "./room-list-blank.tsx";
import { UnreadTotal } from "../design/unread-badge.tsx";
import styles from "./rooms-pane.module.css";

/** The list of rooms with its filters, or what replaces it. */
export function RoomsPane() {
  const t = useTranslations("rooms");
  const isEmpty = useAppState(isListEmpty);
  const { isHeld, hand } = usePointerHold();
  // Another view begins at its top, in its own order.
  const view = useAppState(({ listing }) => `${listing.filter} ${listing.sort}`);
  return (
    <div className={styles["pane"]} {...hand}>
      <div className={styles["heading"]}>
        <h2>{t("title")}</h2>
        <UnreadTotal />
      </div>
      <WaitOrder />
      <div className={styles["filters"]}>
        <RoomFilters />
      </div>
      {isEmpty ? <RoomListBlank /> : <RoomRows key={view} isHeld={isHeld} />}
    </div>
  );
}
