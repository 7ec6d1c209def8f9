import { VolumeX } from "lucide-react";
import { useTranslations } from "use-intl";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import type { Participant } from "../state/entities.ts";
import { useAppState } from "../state/app-context.ts";
import styles from "./silenced-mark.module.css";
import { isShownSilenced } from "../state/participants/shown-silences.ts";

/** Says of a person, or beside what they wrote, that they are silenced (SIL-2b). */
export function SilencedMark({ person }: { readonly person: Participant | null }) {
  const t = useTranslations("silence");
  const isSilenced = useAppState((state) => person !== null && isShownSilenced(state, person));
  if (!isSilenced) return null;
  return (
    <span className={styles["mark"]} title={t("mark")}>
      <VolumeX size={12} aria-hidden="true" />
      <VisuallyHidden>{t("mark")}</VisuallyHidden>
    </span>
  );
}
