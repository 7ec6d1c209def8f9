import { PanelRight } from "lucide-react";
import { useTranslations } from "use-intl";
import { IconButton } from "../design/button.tsx";
import { classNames } from "../design/class-names.ts";
import { MembersButton } from "./members/members-button.tsx";
import { PersonName } from "../state/participants/person-name.tsx";
import type { RoomId } from "../state/entities.ts";
import { useAppState } from "../state/app-context.ts";
import styles from "./room-header.module.css";
import { BackToList } from "./room-header-ghost.tsx";
import { RoomMenu } from "../rooms/room-menu.tsx";
import { nameOf } from "../state/rooms/room-subject.ts";
import { useRoomTitle } from "../state/rooms/use-room-title.ts";

interface RoomHeaderProps {
  readonly roomId: RoomId;
  readonly isOfferShown: boolean;
  readonly onToggleOffer: () => void;
}

/** The room's offer, the people present, and the ways to the offer, out of the room and back to the list. */
export function RoomHeader({ roomId, isOfferShown, onToggleOffer }: RoomHeaderProps) {
  const t = useTranslations("room");
  const title = useRoomTitle(roomId);
  const name = useAppState((state) => nameOf(state, state.rooms.byId[roomId]));
  const vehicle = useAppState((state) => state.rooms.byId[roomId]?.vehicle ?? "");
  return (
    <header className={styles["header"]}>
      <BackToList />
      <div className={classNames(styles["names"], name !== "" && styles["named"])}>
        <h2 className={styles["title"]} tabIndex={-1}>
          {name !== "" && (
            <>
              <span className={styles["who"]}>
                <PersonName name={name} />
              </span>
              <span className={styles["between"]}> · </span>
            </>
          )}
          {title}
        </h2>
        {vehicle !== "" && <p className={styles["vehicle"]}>{vehicle}</p>}
      </div>
      <MembersButton roomId={roomId} />
      <span className={styles["offer"]}>
        <IconButton
          label={isOfferShown ? t("hideOffer") : t("showOffer")}
          tipSide="left"
          aria-pressed={isOfferShown}
          onClick={onToggleOffer}
        >
          <PanelRight size={18} aria-hidden="true" />
          <span>{t("offer")}</span>
        </IconButton>
      </span>
      <RoomMenu roomId={roomId} />
    </header>
  );
}
