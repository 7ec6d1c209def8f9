import { useTranslations } from "use-intl";
import { VisuallyHidden } from "./visually-hidden.tsx";
import { parseTimestamp } from "../platform/clock.ts";
import { useMinute } from "../platform/today.ts";
import { useAppState } from "../state/app-context.ts";
import type { RoomId } from "../state/entities.ts";
import styles from "./unread-badge.module.css";
import { shownWait, waited, waitsOnMe } from "../state/rooms/waiting.ts";

/** How long a room's customer has waited, for staff; amber if the viewer is the one to answer (ROOM-3d, ROOM-3g). */
export function Wait({ roomId, isShort = false }: { readonly roomId: RoomId; readonly isShort?: boolean }) {
  const t = useTranslations("rooms");
  const since = useAppState((state) => shownWait(state, roomId));
  const isMine = useAppState((state) => waitsOnMe(state, roomId));
  return (
    since !== null && (
      <span className={styles["wait"]} data-on-me={isMine}>
        <WaitWords since={since} isShort={isShort} />
        {isMine && <VisuallyHidden>, {t("waitsOnYou")}</VisuallyHidden>}
      </span>
    )
  );
}

/** "așteaptă de 14 min"; if short, only "14 min" on screen, with the sentence as a tooltip and for screen readers. */
function WaitWords({ since, isShort }: { readonly since: string; readonly isShort: boolean }) {
  const t = useTranslations("rooms");
  const spans = useAppState(({ settings }) => settings?.hours.spans ?? null);
  const { unit, count } = waited(parseTimestamp(since), useMinute(), spans);
  function words(of: "waits" | "waited"): string {
    switch (unit) {
      case "now":
        return t(`${of}.now`);
      case "minutes":
        return t(`${of}.minutes`, { count: String(count) });
      case "hours":
        return t(`${of}.hours`, { count: String(count) });
      case "days":
        return t(`${of}.days`, { count });
    }
  }
  const sentence = words("waits");
  if (!isShort) return sentence;
  return (
    <span title={sentence}>
      <span aria-hidden="true">{words("waited")}</span>
      <VisuallyHidden>{sentence}</VisuallyHidden>
    </span>
  );
}
