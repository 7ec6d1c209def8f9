import type { Found } from "../../state/search/found-shape.ts";
import { useTranslations } from "use-intl";
import { VisuallyHidden } from "../../design/visually-hidden.tsx";
import { loadedMessage } from "../../state/history/loaded-message.ts";
import { useAppState, useDispatch } from "../../state/app-context.ts";
import styles from "./found-bar.module.css";
import { positionOf } from "./found-state.ts";
import { ErrorText } from "../../design/error-text.tsx";
import { WaitButton } from "../../design/wait-button.tsx";
import { readQuery } from "@cuplaj/protocol/search-text.ts";

export function FoundSaid({ found }: { readonly found: Found }) {
  return (
    <>
      <FoundCount found={found} />
      <FoundNote found={found} />
    </>
  );
}

/** The position among the results, announced with the message while the focus stays in the bar. */
function FoundCount({ found }: { readonly found: Found }) {
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

function usePassing({ roomId, seq }: Found): string {
  const message = useAppState((state) => (seq === null ? null : loadedMessage(state, roomId, seq)));
  if (!message?.author) return "";
  return `. ${message.author.name}: ${Array.from(message.text).slice(0, 160).join("")}`;
}

/** FIND-4d, FIND-4h: explains why matches are missing, incomplete or gone. */
function FoundNote({ found }: { readonly found: Found }) {
  const notes = useNotes(found);
  const dispatch = useDispatch();
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
          {isFailed && (
            <WaitButton look="link" error={found.error} onClick={() => dispatch({ type: "found/again-asked" })} />
          )}
        </div>
      )}
    </div>
  );
}

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

interface Term {
  readonly kind: "word" | "code" | "phrase";
  readonly text: string;
}

/** FIND-3h, FIND-4d: the terms of a query, as the search understands them. */
export const termsOf = (typed: string): readonly Term[] =>
  readQuery(typed).clauses.flatMap((clause): readonly Term[] => {
    if (clause.kind === "phrase") return [{ kind: "phrase", text: clause.words.join(" ") }];
    const code = clause.words.join("");
    if (clause.codes.includes(code)) return [{ kind: "code", text: code }];
    return clause.words.map((text) => ({ kind: /\p{N}/u.test(text) ? "code" : "word", text }));
  });

export function useUnderstood(typed: string): readonly string[] {
  const t = useTranslations("found.understood");
  return termsOf(typed).map(({ kind, text }) => t(kind, { text }));
}
