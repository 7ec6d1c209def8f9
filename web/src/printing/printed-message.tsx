import { useLocale, useTranslations } from "use-intl";
import { amendmentOf, deletionOf, isDeletion } from "../state/messages/amendments.ts";
import { drawnPath, isPicture } from "../state/files/file-kind.ts";
import { sizeLabel } from "../language/file-words.ts";
import { shownName } from "../state/files/shown-name.ts";
import { timeLabel } from "../language/time-label.ts";
import { PersonName } from "../state/participants/person-name.tsx";
import { useQuoteWords } from "../language/quote-words.ts";
import type { Message, MessageFile, Quote } from "../state/entities.ts";
import { useAppState } from "../state/app-context.ts";
import styles from "./printed.module.css";

interface PrintedMessageProps {
  readonly message: Message;
  readonly at: number;
}

/** A message on paper: who and when, what it quotes, its file and its text, or that it is deleted. */
export function PrintedMessage({ message, at }: PrintedMessageProps) {
  const t = useTranslations("edits");
  const locale = useLocale();
  const isGone = useAppState((state) => message.isDeleted || deletionOf(state, message) !== null);
  const { author, text, file, quote, editedAt } = message;
  if (author === null) return <p className={styles["system"]}>{text}</p>;
  return (
    <article className={styles["message"]}>
      <p className={styles["head"]}>
        <b>
          <PersonName name={author.name} />
        </b>{" "}
        <time dateTime={message.sentAt}>{timeLabel(at, locale)}</time>
        {editedAt !== null && !isGone && <span>, {t("edited")}</span>}
      </p>
      {isGone ? (
        <p className={styles["quiet"]}>{t("deleted")}</p>
      ) : (
        <>
          {quote && <PrintedQuote roomId={message.roomId} quote={quote} />}
          {file && <PrintedFile file={file} />}
          {text !== "" && (
            <p className={styles["text"]} dir="auto">
              {text}
            </p>
          )}
        </>
      )}
    </article>
  );
}

interface PrintedQuoteProps extends Pick<Message, "roomId"> {
  readonly quote: Quote;
}

function PrintedQuote({ roomId, quote }: PrintedQuoteProps) {
  const words = useQuoteWords();
  const isGoing = useAppState((state) => isDeletion(amendmentOf(state, { roomId, id: quote.messageId })));
  return (
    <blockquote className={styles["quote"]} dir="auto">
      <PersonName name={quote.author.name} />: {words(isGoing ? { ...quote, isDeleted: true } : quote)}
    </blockquote>
  );
}

/** PRINT-1: its name and size, and small the picture where the page has it. */
function PrintedFile({ file }: { readonly file: MessageFile }) {
  const locale = useLocale();
  const source = useAppState(({ pictures }) => (isPicture(file) ? (pictures[drawnPath(file)]?.source ?? null) : null));
  return (
    <figure className={styles["file"]}>
      {source !== null && <img src={source} alt="" />}
      <figcaption>
        <bdi>{shownName(file.name)}</bdi>, {sizeLabel(file.bytes, locale)}
      </figcaption>
    </figure>
  );
}
