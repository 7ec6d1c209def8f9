import { useTranslations } from "use-intl";
import { shownRooms } from "../state/selectors.ts";
import { useAppState } from "../state/app-context.ts";
import { isWholeList } from "./listing.ts";
import { RoomFilters, WaitOrder } from "./room-filters.tsx";
import { RoomRows } from "./room-rows.tsx";
import { RoomListBlank } from "./room-list-blank.tsx";
import styles from "./rooms-pane.module.css";

/** The list of rooms with its filters, or what replaces it. */
export function RoomsPane() {
  const t = useTranslations("rooms");
  const isEmpty = useAppState((state) => isWholeList(state.listing) && shownRooms(state).length === 0);
  // Another view begins at its top, in its own order.
  const view = useAppState(({ listing }) => `${listing.filter} ${listing.sort}`);
  return (
    <div className={styles["pane"]}>
      <div className={styles["head"]}>
        <div className={styles["heading"]}>
          <h2 className={styles["title"]}>{t("title")}</h2>
          <WaitOrder />
        </div>
        <RoomFilters />
      </div>
      {isEmpty ? <RoomListBlank /> : <RoomRows key={view} />}
    </div>
  );
}
