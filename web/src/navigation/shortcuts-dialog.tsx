import { Fragment } from "react";
import { useTranslations } from "use-intl";
import { Dialog } from "../design/dialog.tsx";
import styles from "./shortcuts-dialog.module.css";

const rows = [
  { says: "send", keys: ["Enter"] },
  { says: "newLine", keys: ["Shift+Enter"] },
  { says: "nextRoom", keys: ["Alt+↓", "Alt+↑"] },
  { says: "nextUnread", keys: ["Alt+Shift+↓", "Alt+Shift+↑"] },
  { says: "list", keys: ["↓", "↑"] },
  { says: "ends", keys: ["Home", "End"] },
  { says: "close", keys: ["Esc"] },
  { says: "undo", keys: ["Ctrl+Z"] },
  { says: "help", keys: ["?", "Ctrl+/"] },
] as const;

/** The list of keys. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations();
  return (
    <Dialog title={t("keys.title")} closeLabel={t("app.close")} onClose={onClose}>
      <dl className={styles["keys"]}>
        {rows.map(({ says, keys }) => (
          <Fragment key={says}>
            <dt>{t(`keys.${says}`)}</dt>
            <dd>
              {keys.map((key, i) => (
                <Fragment key={key}>
                  {i > 0 && ` ${t("keys.or")} `}
                  <kbd>{key}</kbd>
                </Fragment>
              ))}
            </dd>
          </Fragment>
        ))}
      </dl>
    </Dialog>
  );
}
