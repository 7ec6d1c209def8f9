import { Fragment } from "react";
import { useTranslations } from "use-intl";
import { Dialog } from "../design/dialog.tsx";
import { isInFrame } from "../platform/page/page.ts";
import styles from "./shortcuts-dialog.module.css";

export const keyRows = [
  { says: "send", keys: ["Enter"] },
  { says: "newLine", keys: ["Shift+Enter"] },
  { says: "editLast", keys: ["↑"] },
  { says: "reply", keys: ["R"] },
  { says: "edit", keys: ["E"] },
  { says: "delete", keys: ["Delete"] },
  { says: "menu", keys: ["Menu", "Shift+F10"] },
  { says: "search", keys: ["Ctrl+K"] },
  { says: "nextRoom", keys: ["Alt+↓", "Alt+↑"] },
  { says: "nextUnread", keys: ["Alt+Shift+↓", "Alt+Shift+↑"] },
  { says: "list", keys: ["↓", "↑"] },
  { says: "width", keys: ["←", "→"] },
  { says: "ends", keys: ["Home", "End"] },
  { says: "find", keys: ["Ctrl+F"] },
  { says: "found", keys: ["F3", "Shift+F3"] },
  { says: "close", keys: ["Esc"] },
  { says: "undo", keys: ["Ctrl+Z"] },
  { says: "print", keys: ["Ctrl+P"] },
  { says: "picture", keys: ["←", "→"] },
  { says: "zoom", keys: ["+", "-", "0"] },
  { says: "turn", keys: ["R"] },
  { says: "leave", keys: ["F6"] },
  { says: "help", keys: ["?", "Ctrl+/"] },
] as const;

/** EMB-5d: only a framed page has the shortcut that leaves the frame. */
const isUsed = ({ says }: (typeof keyRows)[number]): boolean => says !== "leave" || isInFrame();

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations();
  return (
    <Dialog title={t("keys.title")} closeLabel={t("app.close")} onClose={onClose}>
      <dl className={styles["keys"]}>
        {keyRows.filter(isUsed).map(({ says, keys }) => (
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
