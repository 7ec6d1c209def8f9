import { useTranslations } from "use-intl";
import { useShallow } from "zustand/react/shallow";
import type { RoomId } from "../state/entities.ts";
import { isVisitorIn } from "../state/selectors.ts";
import { useAppState } from "../state/app-context.ts";
import styles from "./here-names.module.css";
import { othersHere } from "./presence-state.ts";
import { PersonMark } from "./person-mark.tsx";

const namesMax = 3;

/** The other people present, by name and kind (HERE-1); a visitor gets no names and gives none (VISIT-1). */
export function HereNames({ roomId }: { readonly roomId: RoomId }) {
  const t = useTranslations();
  const people = useAppState(useShallow((state) => othersHere(state, roomId)));
  const isVisitor = useAppState((state) => isVisitorIn(state, roomId));
  if (isVisitor) return null;
  const names = people.map(({ name, kind }) => t("presence.person", { name, kind: t(`kind.${kind}`) })).join("; ");
  const sentence = people.length === 0 ? t("presence.nobody") : t("presence.online", { names });
  return (
    <div className={styles["here"]} role="img" aria-label={sentence} title={sentence}>
      {people.slice(0, namesMax).map(({ id, kind, name }) => (
        <span key={`${kind}-${id}`} className={styles["person"]}>
          <PersonMark kind={kind} />
          <span className={styles["name"]}>{name.split(" ")[0]}</span>
        </span>
      ))}
      {people.length > namesMax && <span>+{people.length - namesMax}</span>}
    </div>
  );
}
