import { useTranslations } from "use-intl";
import { loadedMessage } from "../../state/history/loaded-message.ts";
import { ErrorText } from "../../design/error-text.tsx";
import { WaitButton } from "../../design/wait-button.tsx";
import { useAppState, useCommands } from "../../state/app-context.ts";
import styles from "./found-bar.module.css";
import type { Found } from "../../state/search/found-shape.ts";
import { useUnderstood } from "./use-understood.ts";

/** What there is to say of a search beside its count: why there is nothing, not everything, or not any more (FIND-4d, FIND-4h). */
export function FoundNote({ found }: { readonly found: Found }) {
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
          {isFailed && found.error !== null && (
            <p>
              <ErrorText error={found.error} />
            </p>
          )}
          {isFailed && <WaitButton look="link" error={found.error} onClick={retryFound} />}
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
  const { roomId, text, seq } = found;
  const understood = useUnderstood(text);
  const isDeleted = useAppState((state) => seq !== null && loadedMessage(state, roomId, seq)?.isDeleted === true);
  const notes = reasonNames
    .filter((name) => reasons[name](found))
    .map((name) => t(name, { words: understood.join(", ") }));
  return isDeleted ? [t("deleted"), ...notes] : notes;
}
