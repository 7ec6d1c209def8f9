import { useTranslations } from "use-intl";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import { Avatar } from "../presence/person-mark.tsx";
import { me, shownUnread } from "../state/selectors.ts";
import { useAppState } from "../state/app-context.ts";
import { Marked } from "./marked.tsx";
import styles from "./search-panel.module.css";
import type { SwitcherRoom } from "./switcher.ts";

/** A room of the page in the panel: customer and car, its number, what else of it was typed, and what is unread. */
export function SwitcherRow({
  room: { roomId, person, name, vehicle, number, other },
}: {
  readonly room: SwitcherRoom;
}) {
  const t = useTranslations();
  const unread = useAppState((state) => shownUnread(state, roomId));
  const isCustomer = useAppState((state) => me(state)?.kind === "customer");
  const words = [...(isCustomer ? [] : [name]), vehicle].filter(({ text }) => text !== "");
  return (
    <>
      {person ? <Avatar name={person.name} kind={person.kind} /> : <span className={styles["faceless"]} />}
      <span className={styles["words"]} data-unread={unread > 0}>
        {words.map((each, index) => (
          <span key={each === vehicle ? "vehicle" : "name"}>
            {index > 0 && " · "}
            <Marked {...each} />
          </span>
        ))}
        {words.length === 0 && t("offers.title", { number: number.text })}
        {other.length > 0 && (
          <span className={styles["second"]}>
            {other.map((each) => (
              <Marked key={each.text} {...each} />
            ))}
          </span>
        )}
      </span>
      <span className={styles["note"]}>
        <VisuallyHidden>{t("search.in.number")} </VisuallyHidden>
        <Marked {...number} />
      </span>
      {unread > 0 && (
        <span className={styles["badge"]}>
          <span aria-hidden="true">{unread > 999 ? "999+" : unread}</span>
          <VisuallyHidden>{t("rooms.unreadCount", { count: unread })}</VisuallyHidden>
        </span>
      )}
    </>
  );
}
