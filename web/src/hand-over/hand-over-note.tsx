import { useTranslations } from "use-intl";
import type { RoomId } from "../state/entities.ts";
import { useAppState } from "../state/app-context.ts";
import { noteOf } from "./hand-over-part.ts";
import styles from "./hand-over.module.css";

/** ACT-10: the note with which the room was handed over, shown to its new holder until they answer. */
export function HandOverNote({ roomId }: { readonly roomId: RoomId }) {
  const t = useTranslations("handOver");
  const note = useAppState((state) => noteOf(state, roomId));
  if (note === null) return null;
  return (
    <div className={styles["note"]} role="note">
      <strong>{t("noteFrom", { name: note.by.name })}</strong>
      {note.note !== "" && (
        <p>
          <bdi>{note.note}</bdi>
        </p>
      )}
    </div>
  );
}
