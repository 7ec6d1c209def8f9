import { useTranslations } from "use-intl";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import { Marked } from "../design/marked.tsx";
import { RowFace } from "../design/person-mark.tsx";
import { UnreadBadge } from "../design/unread-badge.tsx";
import { shownUnread } from "../state/selectors.ts";
import { useAppState } from "../state/app-context.ts";
import styles from "./suggestions.module.css";
import type { SwitcherRoom } from "./switcher.ts";

/** A room of the page in the panel: customer and car, its number, what else of it was typed, and what is unread. */
export function SwitcherRow({
  room: { roomId, person, name, vehicle, number, other },
}: {
  readonly room: SwitcherRoom;
}) {
  const t = useTranslations();
  const unread = useAppState((state) => shownUnread(state, roomId));
  const words = [name, vehicle].filter(({ text }) => text !== "");
  return (
    <>
      <RowFace person={person} />
      <span className={styles["words"]} data-unread={unread > 0}>
        {words.map((each, index) => (
          <span key={each === vehicle ? "vehicle" : "name"}>
            {index > 0 && " · "}
            <bdi>
              <Marked {...each} />
            </bdi>
          </span>
        ))}
        {words.length === 0 && t("offers.title", { number: number.text })}
        {other.length > 0 && (
          <span className={styles["second"]}>
            {other.map((each) => (
              <bdi key={each.text}>
                <Marked {...each} />
              </bdi>
            ))}
          </span>
        )}
      </span>
      <span className={styles["note"]}>
        <VisuallyHidden>{t("search.in.number")} </VisuallyHidden>
        <Marked {...number} />
      </span>
      <UnreadBadge count={unread} />
    </>
  );
}
