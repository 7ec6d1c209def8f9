import { useState } from "react";
import { useTranslations } from "use-intl";
import { Segments } from "../design/segments.tsx";
import { shownRooms } from "../state/selectors.ts";
import { useAppState } from "../state/app-context.ts";
import { RoomRows } from "./room-rows.tsx";
import type { RoomFilter } from "./room-filter.ts";
import { RoomListBlank } from "./room-list-blank.tsx";
import styles from "./rooms-pane.module.css";

/** The list of rooms with its filter, or what replaces it. */
export function RoomsPane() {
  const t = useTranslations("rooms");
  const [filter, setFilter] = useState<RoomFilter>("all");
  const isEmpty = useAppState((state) => shownRooms(state).length === 0);
  return (
    <div className={styles["pane"]}>
      <div className={styles["head"]}>
        <h2 className={styles["title"]}>{t("title")}</h2>
        <Segments
          label={t("filter")}
          value={filter}
          onChoose={setFilter}
          segments={[
            { value: "all", label: t("all") },
            { value: "unread", label: t("unread") },
          ]}
        />
      </div>
      {isEmpty ? <RoomListBlank /> : <RoomRows filter={filter} onShowAll={() => setFilter("all")} />}
    </div>
  );
}
