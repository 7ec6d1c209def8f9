import { isMedia, wideScreen } from "../platform/page/use-media.ts";
import { PanelRight, Users } from "lucide-react";
import { useTranslations } from "use-intl";
import { useShallow } from "zustand/react/shallow";
import { IconButton } from "../design/button.tsx";
import { classNames } from "../design/class-names.ts";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import { lateOrNothing } from "../platform/late-component.ts";
import { RoomMenu } from "../rooms/room-menu.tsx";
import { useAppState, useDispatch } from "../state/app-context.ts";
import type { RoomId } from "../state/entities.ts";
import { openOfferNumber } from "../state/offers/cached-offers.ts";
import { PersonName } from "../state/participants/person-name.tsx";
import { requestStateOf } from "../state/rooms/room-title.ts";
import { nameOf } from "../state/rooms/room-subject.ts";
import { useRoomTitle } from "../state/rooms/use-room-title.ts";
import { isSamePerson, isVisitorIn, me } from "../state/selectors.ts";
import memberStyles from "./members/members-button.module.css";
import { BackToList } from "./room-ghost.tsx";
import styles from "./room-header.module.css";

const MembersDialog = lateOrNothing(async () => (await import("./members/members-dialog.tsx")).MembersDialog);

interface RoomHeaderProps {
  readonly roomId: RoomId;
  readonly isOfferShown: boolean;
}

export function RoomHeader({ roomId, isOfferShown }: RoomHeaderProps) {
  const dispatch = useDispatch();
  const t = useTranslations("room");
  const title = useRoomTitle(roomId);
  const name = useAppState((state) => nameOf(state, state.rooms.byId[roomId]));
  const hasOffer = useAppState((state) => openOfferNumber(state) !== null);
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
        <Second roomId={roomId} />
      </div>
      <MembersButton roomId={roomId} />
      {hasOffer && (
        <span className={styles["offer"]}>
          <IconButton
            label={isOfferShown ? t("hideOffer") : t("showOffer")}
            tipSide="left"
            aria-pressed={isOfferShown}
            onClick={() => dispatch({ type: "offers/view-toggled", isWide: isMedia(wideScreen) })}
          >
            <PanelRight size={18} aria-hidden="true" />
            <span>{t("offer")}</span>
          </IconButton>
        </span>
      )}
      <RoomMenu roomId={roomId} />
    </header>
  );
}

/** The vehicle, and the state of a request as far as no offer says more. */
function Second({ roomId }: { readonly roomId: RoomId }) {
  const t = useTranslations("offers.status");
  const vehicle = useAppState((state) => state.rooms.byId[roomId]?.vehicle ?? "");
  const state = useAppState(({ rooms: { byId } }) => byId[roomId] && requestStateOf(byId[roomId]));
  const words = [vehicle, state ? t(state) : ""].filter((word) => word !== "").join(" · ");
  return words !== "" && <p className={styles["vehicle"]}>{words}</p>;
}

export function MembersButton({ roomId }: { readonly roomId: RoomId }) {
  const t = useTranslations("people");
  const total = useAppState((state) => state.rooms.byId[roomId]?.membersTotal ?? 0);
  const isVisitor = useAppState((state) => isVisitorIn(state, roomId));
  const isOpen = useAppState(({ memberList }) => memberList?.roomId === roomId);
  const dispatch = useDispatch();
  return (
    <>
      {!isVisitor && (
        <button
          type="button"
          className={memberStyles["button"]}
          title={t("members")}
          aria-haspopup="dialog"
          onClick={() => dispatch({ type: "people/members-shown", roomId })}
        >
          <VisuallyHidden>{t("members")}. </VisuallyHidden>
          <HereNames roomId={roomId} />
          <span className={memberStyles["total"]} aria-hidden="true">
            <Users size={16} />
            {total}
          </span>
          <VisuallyHidden>{t("count", { count: total })}</VisuallyHidden>
        </button>
      )}
      {isOpen && <MembersDialog />}
    </>
  );
}

const namesMax = 3;

/** HERE-2: the other people present, by first name, or their count in a narrow header. */
function HereNames({ roomId }: { readonly roomId: RoomId }) {
  const t = useTranslations();
  const people = useAppState(
    useShallow((state) => (state.online[roomId] ?? []).filter((person) => !isSamePerson(person, me(state)))),
  );
  const count = people.length;
  const names = people.map(({ name, kind }) => t("presence.person", { name, kind: t(`kind.${kind}`) })).join("; ");
  const sentence = count === 0 ? t("presence.nobody") : t("presence.online", { count, names });
  const first = people.slice(0, namesMax).map(({ name }) => name.split(" ")[0]);
  const more = count > namesMax ? ` +${count - namesMax}` : "";
  return (
    <div className={memberStyles["here"]} role="img" aria-label={sentence} title={sentence}>
      {count > 0 && (
        <>
          <span className={memberStyles["names"]}>
            {t("presence.online", { count, names: first.join(", ") + more })}
          </span>
          <span className={memberStyles["count"]}>{t("presence.short", { count })}</span>
        </>
      )}
    </div>
  );
}
