import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { loadedMessage } from "../history/loaded-message.ts";
import { useErrorText } from "../language/use-error-text.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import styles from "./found-bar.module.css";
import type { Found } from "./found-shape.ts";
import { useUnderstood } from "./use-understood.ts";

/** What there is to say of a search beside its count: why there is nothing, not everything, or not any more (FIND-4g, FIND-4h). */
export function FoundNote({ found }: { readonly found: Found }) {
  const t = useTranslations();
  const notes = useNotes(found);
  const { retryFound } = useCommands();
  const isFailed = found.phase === "failed" && !found.local;
  return (
    <div className={styles["notes"]} role="status">
      {notes.length > 0 && (
        <div className={styles["note"]} data-failed={isFailed}>
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
          {isFailed && (
            <Button look="link" onClick={retryFound}>
              {t("app.retry")}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** What there is to say of a search, by its words. */
const reasons = {
  more: ({ phase, text }) => phase === "idle" && text.trim() !== "",
  none: (found) => found.seqs.length === 0 && isAnswered(found),
  noneHint: (found) => found.seqs.length === 0 && isAnswered(found),
  failed: ({ phase, local }) => phase === "failed" && !local,
  local: ({ local }) => local === "offline",
  visitor: ({ local }) => local === "visitor",
  partial: ({ isPartial }) => isPartial,
} satisfies Readonly<Record<string, (found: Found) => boolean>>;
const reasonNames = ["more", "none", "noneHint", "failed", "local", "visitor", "partial"] as const;

const isAnswered = ({ phase, local }: Found): boolean => phase === "ready" || (local !== null && phase === "failed");

function useNotes(found: Found): readonly string[] {
  const t = useTranslations("found");
  const errorText = useErrorText();
  const { roomId, text, seq, error } = found;
  const understood = useUnderstood(text);
  const isDeleted = useAppState((state) => seq !== null && loadedMessage(state, roomId, seq)?.isDeleted === true);
  const notes = reasonNames
    .filter((name) => reasons[name](found))
    .map((name) => t(name, { words: understood.join(", "), why: error === null ? "" : errorText(error) }));
  return isDeleted ? [t("deleted"), ...notes] : notes;
}
