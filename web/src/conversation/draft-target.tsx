import { Pencil, Reply, X } from "lucide-react";
import { useTranslations } from "use-intl";
import { IconButton } from "../design/button.tsx";
import { useQuoted } from "../quotes/bubble-quote.tsx";
import { useQuoteWords } from "../language/quote-words.ts";
import type { Quote, RoomId } from "../state/entities.ts";
import { isSamePerson, me } from "../state/selectors.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import styles from "./draft-target.module.css";
import type { DraftTarget } from "../state/drafts/drafts-state.ts";

export function DraftTargetLine({ roomId, target }: { readonly roomId: RoomId; readonly target: DraftTarget }) {
  const t = useTranslations();
  const quote = useQuoted(roomId, target);
  const words = useQuoteWords();
  const isOffline = useAppState(({ connection }) => connection.phase === "offline");
  const dispatch = useDispatch();
  const isEdit = target.kind === "edit";
  const Sign = isEdit ? Pencil : Reply;
  function end({ currentTarget }: { readonly currentTarget: HTMLElement }) {
    currentTarget.closest("section")?.querySelector("textarea")?.focus();
    dispatch({ type: "drafts/target-dropped", roomId });
  }

  return (
    <div className={styles["target"]} data-draft-target={target.kind}>
      <Sign size={18} aria-hidden="true" />
      {quote?.isDeleted === true ? (
        <p className={styles["gone"]} role="alert">
          {t(isEdit ? "edits.goneEdited" : "quotes.gone")}
        </p>
      ) : (
        <button
          type="button"
          className={styles["what"]}
          onClick={() => dispatch({ type: "quotes/followed", roomId, seq: target.seq, from: null })}
        >
          <span className={styles["title"]} role="status">
            {isEdit ? t("edits.editing") : <ReplyTitle quote={quote} />}
          </span>
          <span className={styles["excerpt"]} dir="auto">
            {isEdit && isOffline ? t("edits.offline") : quote && words(quote)}
          </span>
        </button>
      )}
      <IconButton label={t(isEdit ? "edits.end" : "quotes.end")} tipSide="left" isSmall onClick={end}>
        <X size={16} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

function ReplyTitle({ quote }: { readonly quote: Quote | null }) {
  const t = useTranslations("quotes");
  const isOwn = useAppState((state) => quote !== null && isSamePerson(quote.author, me(state)));
  return isOwn ? t("replyToOwn") : t("replyTo", { name: quote?.author.name ?? "…" });
}
