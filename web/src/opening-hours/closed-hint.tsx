import { useTranslations } from "use-intl";
import { useAppState } from "../state/app-context.ts";
import type { Opening } from "../state/opening-hours.ts";
import styles from "./closed-hint.module.css";
import { useOpeningWords } from "./use-opening.ts";

interface ClosedHintProps {
  readonly id: string;
  readonly opening: Opening;
}

/** HOURS-2: says when an answer comes. Not a live region, since the composer is described by it. */
export function ClosedHint({ id, opening }: ClosedHintProps) {
  const t = useTranslations("openingHours");
  const wordsOf = useOpeningWords();
  const text = useAppState(({ settings, language }) => settings?.hours.text[language] ?? "");
  if (opening === "open") return null;
  const reply = opening === null ? t("closed") : t("reply", wordsOf(opening));
  return (
    <p id={id} className={styles["closed"]}>
      {text === "" ? (
        reply
      ) : (
        <>
          {reply}. <bdi>{text}</bdi>
        </>
      )}
    </p>
  );
}
