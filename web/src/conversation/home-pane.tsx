import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { useShallow } from "zustand/react/shallow";
import { me, unreadTotal } from "../state/selectors.ts";
import type { RoomId } from "../state/entities.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import styles from "./home-pane.module.css";
import { isListEmpty } from "../state/rooms/listing.ts";
import { OpenOfferForm } from "../rooms/open-offer-form.tsx";
import { RoomRow } from "../rooms/room-row.tsx";
import { RowMenus } from "../rooms/row-menus.tsx";
import { lastOpenedRooms, unreadRooms, waitingRooms } from "./home-lists.ts";

/** LIST-8: the home screen: rooms that wait longest, unread rooms, rooms last opened, and a form to open an offer. */
export function HomePane() {
  const t = useTranslations("work");
  const name = useAppState((state) => me(state)?.name.split(" ")[0] ?? "");
  const waiting = useAppState(useShallow(waitingRooms));
  const unread = useAppState(useShallow(unreadRooms));
  const opened = useAppState(useShallow(lastOpenedRooms));
  const total = useAppState(unreadTotal);
  const isKnown = useAppState(({ rooms }) => rooms.page > 0);
  const isInList = useAppState((state) => isListEmpty(state) && state.rooms.phase === "ready");
  const dispatch = useDispatch();
  const pane = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isKnown) dispatch({ type: "own-rooms/work-asked" });
  }, [isKnown, dispatch]);
  return (
    <div className={styles["pane"]} ref={pane}>
      <header className={styles["head"]}>
        <h2>{t("hello", { name })}</h2>
        {isKnown && <p>{total > 0 ? t("unread", { count: total }) : t("allRead")}</p>}
      </header>
      <Part title={t("waiting")} rooms={waiting} />
      <Part title={t("unreadRooms")} rooms={unread} />
      <Part title={t("opened")} rooms={opened} />
      {!isInList && (
        <section className={styles["part"]}>
          <h3>{t("offer")}</h3>
          <OpenOfferForm />
        </section>
      )}
      <p className={styles["keys"]}>
        <kbd>Ctrl</kbd> <kbd>K</kbd> {t("keySearch")} · <kbd>Alt</kbd> <kbd>↑</kbd> <kbd>↓</kbd> {t("keyRooms")} ·{" "}
        <kbd>?</kbd> {t("keyHelp")}
      </p>
      <RowMenus list={pane} />
    </div>
  );
}

function Part({ title, rooms }: { readonly title: string; readonly rooms: readonly RoomId[] }) {
  return (
    rooms.length > 0 && (
      <section className={styles["part"]}>
        <h3>{title}</h3>
        <ul className={styles["rooms"]}>
          {rooms.map((id) => (
            <RoomRow key={id} roomId={id} />
          ))}
        </ul>
      </section>
    )
  );
}
