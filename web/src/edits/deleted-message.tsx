import { Trash2 } from "lucide-react";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { useCommands } from "../state/app-context.ts";
import { deletionId } from "../state/messages/amendments.ts";
import styles from "./deleted-message.module.css";
import type { Amendment } from "../state/messages/edits-shape.ts";

/** What stands in the place of a deleted message; while its deletion can be undone, the way to do that (DEL-1, DEL-3). */
export function DeletedMessage({ deletion }: { readonly deletion: Amendment | null }) {
  const t = useTranslations("edits");
  const { undo } = useCommands();
  if (deletion?.phase === "undoable") {
    return (
      <p className={styles["deleted"]} role="status">
        {t("folded")}{" "}
        <Button look="link" onClick={() => undo(deletionId(deletion))}>
          {t("undo")}
        </Button>
      </p>
    );
  }
  return (
    <p className={styles["deleted"]}>
      <Trash2 size={14} aria-hidden="true" /> {t("deleted")}
    </p>
  );
}
