import { useTranslations } from "use-intl";
import { VisuallyHidden } from "../../design/visually-hidden.tsx";
import { loadedMessage } from "../../state/history/loaded-message.ts";
import { useAppState } from "../../state/app-context.ts";
import styles from "./found-bar.module.css";
import type { Found } from "../../state/search/found-shape.ts";
import { positionOf } from "./walk-found.ts";

/** So much of a message is read aloud in passing, in characters. */
const passingCharacters = 160;

/** Which of how many is shown; read aloud with its message where the keys have stayed in the bar. */
export function FoundCount({ found }: { readonly found: Found }) {
  const { whole, short } = useCount(found);
  const passing = usePassing(found);
  const { phase, seqs, isInBar } = found;
  const isLoading = phase === "waiting" || phase === "loading";
  const isSettled = !isLoading || positionOf(found) !== null;
  return (
    <span className={styles["count"]} data-busy={isLoading}>
      {seqs.length > 0 && (
        <span aria-hidden="true">
          <span className={styles["whole"]}>{whole}</span>
          <span className={styles["short"]}>{short}</span>
        </span>
      )}
      <VisuallyHidden role="status">
        {isSettled && seqs.length > 0 && whole}
        {isInBar && passing}
      </VisuallyHidden>
    </span>
  );
}

/** The count in words, and in figures where there is little room. */
function useCount(found: Found): { readonly whole: string; readonly short: string } {
  const t = useTranslations("found");
  const position = positionOf(found);
  const count = found.seqs.length;
  const hasMore = found.knownFrom > 0;
  const words = t(hasMore ? "countMore" : "count", { count });
  if (position === null) return { whole: words, short: "" };
  return {
    whole: t("positionOf", { position, count: words }),
    short: t(hasMore ? "positionMore" : "position", { position, count }),
  };
}

/** The shown message as it is read aloud in passing. */
function usePassing({ roomId, seq }: Found): string {
  const message = useAppState((state) => (seq === null ? null : loadedMessage(state, roomId, seq)));
  if (!message?.author) return "";
  return `. ${message.author.name}: ${Array.from(message.text).slice(0, passingCharacters).join("")}`;
}
