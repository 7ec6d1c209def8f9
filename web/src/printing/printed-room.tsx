import { type ComponentType, Fragment, useEffect, useRef, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import sheetStyles from "../design/printed-sheet.module.css";
import { emptyLog } from "../state/history/empty-timeline.ts";
import type { MessageLog, QuietLine } from "../state/history/history-shape.ts";
import { messagesOf } from "../state/history/message-log.ts";
import { shownRange } from "../state/history/timeline.ts";
import { dateLabel, momentLabel, timeLabel } from "../language/time-label.ts";
import { groupBetween, type LineGroup } from "../state/history/group-lines.ts";
import { cachedOffer } from "../state/offers/cached-offers.ts";
import { parseTimestamp, systemClock } from "../platform/clock.ts";
import { printPage } from "../platform/page/print-page.ts";
import { dayNumber } from "../platform/today.ts";
import { OnPaper } from "../state/participants/reader.ts";
import { useRoomTitle } from "../state/rooms/use-room-title.ts";
import type { Message, RoomId, MessageFile, Quote } from "../state/entities.ts";
import { me } from "../state/selectors.ts";
import type { AppState } from "../state/shape.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import { PrintedOffer } from "./printed-offer.tsx";
import styles from "./printed.module.css";
import { printedMax } from "./printing-part.ts";
import { amendmentOf, deletionOf, isDeletion } from "../state/messages/amendments.ts";
import { drawnPath, isPicture } from "../state/files/file-kind.ts";
import { sizeLabel } from "../language/file-words.ts";
import { shownName } from "../state/files/shown-name.ts";
import { PersonName } from "../state/participants/person-name.tsx";
import { useQuoteWords } from "../language/quote-words.ts";

export interface RoomProps {
  readonly roomId: RoomId;
  readonly Lines: ComponentType<{ readonly group: LineGroup }>;
}

export function PrintedRoom({ roomId, Lines }: RoomProps) {
  const sheet = useRef<HTMLDivElement>(null);
  const log = useAppState(({ printing }) => printing?.log ?? emptyLog);
  const lines = useAppState(({ printing }) => printing?.lines ?? noLines);
  const total = useAppState(({ printing }) => printing?.total ?? 0);
  const dispatch = useDispatch();
  useEffect(
    () => (sheet.current ? printPage(sheet.current, () => dispatch({ type: "printing/ended" })) : undefined),
    [dispatch],
  );
  const count = Math.min(log.length, printedMax);
  return (
    <div ref={sheet} className={sheetStyles["printed"]} data-printed="">
      <Sheet {...{ roomId, Lines, log, lines }} leftOut={total > count ? ["newest", { count, total }] : null} />
    </div>
  );
}

/** PRINT-1: prints the loaded end of the room, or the part being read. */
export function LoadedRoom({ roomId, Lines }: RoomProps) {
  const range = useAppState((state) => loadedRange(state, roomId));
  const log = range?.log ?? emptyLog;
  const count = Math.min(log.length, printedMax);
  const isWhole = range?.older === "none" && count === log.length;
  return (
    <div className={sheetStyles["printed"]} data-printed="">
      <Sheet
        roomId={roomId}
        Lines={Lines}
        log={log}
        lines={range?.lines ?? noLines}
        leftOut={isWhole ? null : ["partial", { count, max: printedMax }]}
      />
    </div>
  );
}

const noLines: readonly QuietLine[] = [];

function loadedRange({ timelines }: AppState, roomId: RoomId) {
  const timeline = timelines[roomId];
  const newest = timeline?.ranges.at(-1);
  if (!timeline || !newest) return null;
  return newest.log.length > 0 ? newest : shownRange(timeline);
}

interface SheetProps extends RoomProps {
  readonly log: MessageLog;
  readonly lines: readonly QuietLine[];
  readonly leftOut:
    | readonly ["newest", { readonly count: number; readonly total: number }]
    | readonly ["partial", { readonly count: number; readonly max: number }]
    | null;
}

const Sheet = (props: SheetProps) => (
  <OnPaper value={true}>
    <Written {...props} />
  </OnPaper>
);

function Written({ roomId, Lines, log, lines, leftOut }: SheetProps) {
  const t = useTranslations("paper");
  const offerNumber = useAppState(({ rooms }) => rooms.byId[roomId]?.offerNumber ?? null);
  const offer = useAppState((state) => cachedOffer(state, offerNumber));
  const messages = messagesOf(log).slice(-printedMax);
  return (
    <>
      <Heading roomId={roomId} />
      {leftOut !== null && (
        <p className={styles["note"]}>{leftOut[0] === "newest" ? t("newest", leftOut[1]) : t("partial", leftOut[1])}</p>
      )}
      {offer?.phase === "ready" && <PrintedOffer offer={offer.offer} />}
      {messages.length === 0 && <p>{t("empty")}</p>}
      <Messages messages={messages} lines={lines} Lines={Lines} />
    </>
  );
}

function Heading({ roomId }: Pick<RoomProps, "roomId">) {
  const t = useTranslations("paper");
  const locale = useLocale();
  const title = useRoomTitle(roomId);
  const vehicle = useAppState(({ rooms }) => rooms.byId[roomId]?.vehicle ?? "");
  const name = useAppState((state) => me(state)?.name ?? "");
  const [now] = useState(systemClock.now);
  return (
    <header>
      <h1>{title}</h1>
      {vehicle !== "" && <p>{vehicle}</p>}
      <p className={styles["quiet"]}>{t("printedOn", { when: momentLabel(now, locale), name })}</p>
    </header>
  );
}

interface MessagesProps extends Pick<SheetProps, "lines" | "Lines"> {
  readonly messages: readonly Message[];
}

function Messages({ messages, lines, Lines }: MessagesProps) {
  function between(after: number, upto: number) {
    const group = groupBetween(lines, after, upto);
    return group && <Lines group={group} />;
  }
  if (messages.length === 0) return between(0, Number.MAX_SAFE_INTEGER);
  return messages.map((message, i) => {
    const before = messages[i - 1];
    const at = parseTimestamp(message.sentAt);
    const startsDay = !before || dayNumber(parseTimestamp(before.sentAt)) !== dayNumber(at);
    return (
      <Fragment key={message.seq}>
        {between(before?.seq ?? 0, message.seq)}
        {startsDay && <Day at={at} />}
        <PrintedMessage message={message} at={at} />
        {i === messages.length - 1 && between(message.seq, Number.MAX_SAFE_INTEGER)}
      </Fragment>
    );
  });
}

/** Dates are in full, since "today" means nothing on paper. */
const Day = ({ at }: { readonly at: number }) => <h2 className={styles["day"]}>{dateLabel(at, useLocale())}</h2>;

export function PrintedMessage({ message, at }: { readonly message: Message; readonly at: number }) {
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

function PrintedQuote({ roomId, quote }: Pick<Message, "roomId"> & { readonly quote: Quote }) {
  const words = useQuoteWords();
  const isGoing = useAppState((state) => isDeletion(amendmentOf(state, { roomId, id: quote.messageId })));
  return (
    <blockquote className={styles["quote"]} dir="auto">
      <PersonName name={quote.author.name} />: {words(isGoing ? { ...quote, isDeleted: true } : quote)}
    </blockquote>
  );
}

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
