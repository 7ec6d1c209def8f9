import { Hourglass } from "lucide-react";
import { useTranslations } from "use-intl";
import { Segments } from "../design/segments.tsx";
import { useAppState, useCommands } from "../state/app-context.ts";
import { useShallow } from "zustand/react/shallow";
import { filtersOf } from "../state/rooms/listing.ts";
import { countOf } from "../state/rooms/room-counts.ts";
import styles from "./rooms-pane.module.css";

/** The filters of the list, each with what it counts over all rooms (LIST-6). */
export function RoomFilters() {
  const t = useTranslations("rooms");
  const filter = useAppState((state) => state.listing.filter);
  const sort = useAppState((state) => state.listing.sort);
  const filters = useAppState(useShallow(filtersOf));
  const counts = useAppState(useShallow((state) => filtersOf(state).map((each) => countOf(state, each))));
  const { chooseRoomView } = useCommands();
  return (
    <Segments
      label={t("filter")}
      value={filter}
      isWide
      onChoose={(chosen) => chooseRoomView({ filter: chosen, sort })}
      segments={filters.map((value, i) => ({ value, label: t(value), count: counts[i] ?? null }))}
    />
  );
}

/** Staff alone: who waits longest comes first (ROOM-3). */
export function WaitOrder() {
  const t = useTranslations("rooms");
  const isOffered = useAppState((state) => filtersOf(state).includes("mine"));
  const filter = useAppState((state) => state.listing.filter);
  const isByWait = useAppState((state) => state.listing.sort === "waiting");
  const { chooseRoomView } = useCommands();
  if (!isOffered) return null;
  return (
    <button
      type="button"
      className={styles["byWait"]}
      title={t("byWaitTip")}
      aria-pressed={isByWait}
      onClick={() => chooseRoomView({ filter, sort: isByWait ? "activity" : "waiting" })}
    >
      <Hourglass size={16} aria-hidden="true" />
      {t("byWait")}
    </button>
  );
}
