import { parseRoomName } from "@cuplaj/protocol/channels.ts";
import { ChevronLeft } from "lucide-react";
import { useTranslations } from "use-intl";
import { IconButton } from "../design/button.tsx";
import { Skeleton } from "../design/skeleton.tsx";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import { useAppState, useDispatch } from "../state/app-context.ts";
import { isOfOneRoom } from "../state/selectors.ts";
import { useTitleWords } from "../state/rooms/use-room-title.ts";
import headerStyles from "./room-header.module.css";
import styles from "./room-pane.module.css";

/** The room's skeleton, with a back button (PERF-1j). */
export function RoomGhost() {
  return (
    <div className={styles["pane"]}>
      <RoomHeaderGhost />
      <MessageGhosts />
    </div>
  );
}

export function RoomHeaderGhost({ roomRef }: { readonly roomRef?: string }) {
  const t = useTranslations();
  const title = useTitleWords()(parseRoomName(roomRef ?? "")) || t("room.label");
  return (
    <header className={headerStyles["header"]}>
      <BackToList />
      <div className={headerStyles["names"]}>
        {roomRef === undefined ? <Skeleton width="8rem" /> : <h2 className={headerStyles["title"]}>{title}</h2>}
      </div>
    </header>
  );
}

export function BackToList() {
  const t = useTranslations("room");
  const isOnly = useAppState(isOfOneRoom);
  const dispatch = useDispatch();
  if (isOnly) return null;
  return (
    <span className={headerStyles["back"]}>
      <IconButton label={t("toList")} tipSide="right" onClick={() => dispatch({ type: "room/close-asked" })}>
        <ChevronLeft size={22} aria-hidden="true" />
      </IconButton>
    </span>
  );
}

export function MessageGhosts() {
  const t = useTranslations("messages");
  return (
    <div className={styles["ghosts"]} role="status">
      <VisuallyHidden>{t("loading")}</VisuallyHidden>
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <div key={row} className={styles["ghost"]}>
          <Skeleton width="52%" />
          <Skeleton width="78%" />
        </div>
      ))}
    </div>
  );
}
