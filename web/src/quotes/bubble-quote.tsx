import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { usePersonName } from "../state/participants/person-name.tsx";
import type { MessageName, Quote, RoomId } from "../state/entities.ts";
import { isSamePerson, me } from "../state/selectors.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import styles from "./bubble-quote.module.css";
import { quotedNow } from "../state/messages/quoted.ts";
import { useQuoteWords } from "../language/quote-words.ts";

interface BubbleQuoteProps {
  readonly roomId: RoomId;
  readonly quote: Quote;
  readonly from: number | null;
  readonly tabIndex: number;
}

export function BubbleQuote({ roomId, quote, from, tabIndex }: BubbleQuoteProps) {
  const t = useTranslations("quotes");
  const words = useQuoteWords();
  const isOwn = useAppState((state) => isSamePerson(quote.author, me(state)));
  const name = usePersonName(quote.author.name);
  const dispatch = useDispatch();
  return (
    <button
      type="button"
      className={styles["quote"]}
      title={t("follow")}
      tabIndex={tabIndex}
      onClick={() => dispatch({ type: "quotes/followed", roomId, seq: quote.seq, from })}
    >
      <bdi className={styles["author"]}>{isOwn ? t("you") : name}</bdi>
      <span className={styles["excerpt"]} data-deleted={quote.isDeleted} dir="auto">
        {words(quote)}
      </span>
    </button>
  );
}

interface PendingQuoteProps extends Pick<BubbleQuoteProps, "roomId" | "tabIndex"> {
  readonly name: MessageName;
}

export function PendingQuote({ name, ...rest }: PendingQuoteProps) {
  const quote = useQuoted(rest.roomId, name);
  return quote && <BubbleQuote {...rest} quote={quote} from={null} />;
}

/** The quote in a draft or pending message, fetched if the quoted message is not loaded. */
export function useQuoted(roomId: RoomId, { messageId, seq }: MessageName): Quote | null {
  const quote = useAppState((state) => quotedNow(state, roomId, { messageId, seq }));
  const dispatch = useDispatch();
  const isMissing = quote === null;
  useEffect(() => {
    if (isMissing) dispatch({ type: "quotes/wanted", roomId, messageId, seq });
  }, [isMissing, roomId, messageId, seq, dispatch]);
  return quote;
}
