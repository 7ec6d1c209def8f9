import { Ellipsis } from "lucide-react";
import { memo, type ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Avatar } from "../../design/person-mark.tsx";
import { usePersonName } from "../../state/participants/person-name.tsx";
import { SilencedMark } from "../../silences/silenced-mark.tsx";
import type { Participant, RoomId } from "../../state/entities.ts";
import styles from "./members-dialog.module.css";
import { PersonButton } from "./person-button.tsx";

interface PersonRowProps {
  readonly person: Participant;
  readonly isOnline?: boolean;
  readonly note: string;
  readonly putOutOf?: RoomId;
  readonly children?: ReactNode;
}

export const PersonRow = memo(function PersonRow({
  person,
  isOnline = false,
  note,
  putOutOf,
  children,
}: PersonRowProps) {
  const t = useTranslations("people");
  const name = usePersonName(person.name);
  return (
    <li className={styles["person"]} data-online={isOnline}>
      <span className={styles["avatar"]}>
        <Avatar name={name} kind={person.kind} />
      </span>
      <span className={styles["who"]}>
        <span className={styles["name"]}>
          <bdi>{name}</bdi> <SilencedMark person={person} />
        </span>
        <span className={styles["note"]}>{note}</span>
      </span>
      {children ?? (
        <PersonButton
          person={{ ...person, name }}
          putOutOf={putOutOf}
          className={styles["menu"]}
          label={t("menu", { name })}
        >
          <Ellipsis size={18} aria-hidden="true" />
        </PersonButton>
      )}
    </li>
  );
});
