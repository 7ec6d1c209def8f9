import { useTranslations } from "use-intl";
import { useShallow } from "zustand/react/shallow";
import type { RoomId } from "../../state/entities.ts";
import { isVisitorIn } from "../../state/selectors.ts";
import { useAppState } from "../../state/app-context.ts";
import styles from "./here-names.module.css";
import { othersHere } from "./presence-state.ts";

const namesMax = 3;

/** HERE-2: the other people present, by first name, or their count where it is narrow; a visitor gets no names and gives none (VISIT-1). */
export function HereNames({ roomId }: { readonly roomId: RoomId }) {
  const t = useTranslations();
  const people = useAppState(useShallow((state) => othersHere(state, roomId)));
  const isVisitor = useAppState((state) => isVisitorIn(state, roomId));
  if (isVisitor) return null;
  const count = people.length;
  const names = people.map(({ name, kind }) => t("presence.person", { name, kind: t(`kind.${kind}`) })).join("; ");
  const sentence = count === 0 ? t("presence.nobody") : t("presence.online", { count, names });
  const first = people.slice(0, namesMax).map(({ name }) => name.split(" ")[0]);
  const more = count > namesMax ? ` +${count - namesMax}` : "";
  return (
    <div className={styles["here"]} role="img" aria-label={sentence} title={sentence}>
      {count > 0 && (
        <>
          <span className={styles["names"]}>{t("presence.online", { count, names: first.join(", ") + more })}</span>
          <span className={styles["count"]}>{t("presence.short", { count })}</span>
        </>
      )}
    </div>
  );
}
