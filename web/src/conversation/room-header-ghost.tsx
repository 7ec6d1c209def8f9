import { offerIdOfRoomName } from "@cuplaj/protocol/channels.ts";
import { ChevronLeft } from "lucide-react";
import { useTranslations } from "use-intl";
import { IconButton } from "../design/button.tsx";
import { Skeleton } from "../design/skeleton.tsx";
import { useCommands } from "../state/app-context.ts";
import styles from "./room-header.module.css";

/** The heading while the room is loading, or not open; back works already. */
export function RoomHeaderGhost({ roomRef }: { readonly roomRef?: string }) {
  const t = useTranslations();
  const offerNumber = roomRef === undefined ? null : offerIdOfRoomName(roomRef);
  const title = offerNumber === null ? t("room.label") : t("offers.title", { number: String(offerNumber) });
  return (
    <header className={styles["header"]}>
      <BackToList />
      <div className={styles["names"]}>
        {roomRef === undefined ? <Skeleton width="8rem" /> : <h2 className={styles["title"]}>{title}</h2>}
      </div>
    </header>
  );
}

/** Phones only: there the room covers the list. */
export function BackToList() {
  const t = useTranslations("room");
  const { closeRoom } = useCommands();
  return (
    <span className={styles["back"]}>
      <IconButton label={t("toList")} tipSide="right" onClick={closeRoom}>
        <ChevronLeft size={22} aria-hidden="true" />
      </IconButton>
    </span>
  );
}
