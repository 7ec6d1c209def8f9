import { memo, useId } from "react";
import { useLocale, useTranslations } from "use-intl";
import { MessageSide } from "../actions/message-side.tsx";
import { classNames } from "../design/class-names.ts";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import { amendmentOf, editMark, isDeletion, shownText } from "../state/messages/amendments.ts";
import type { Amendment } from "../state/messages/edits-shape.ts";
import { timeLabel } from "../language/time-label.ts";
import type { LineGroup } from "../state/history/group-lines.ts";
import { QuietLines } from "../quiet-lines/quiet-lines.tsx";
import { lateOrNothing } from "../platform/late-component.ts";
import { usePersonName } from "../state/participants/person-name.tsx";
import { BubbleQuote, PendingQuote } from "../quotes/bubble-quote.tsx";
import { RequestCard } from "../requests/request-card.tsx";
import { isShownSilenced } from "../silences/silence-part.ts";
import type { Message } from "../state/entities.ts";
import { useAppState } from "../state/app-context.ts";
import type { DrawnMessage, DrawnShape } from "./drawn-message.ts";
import styles from "./message-row.module.css";
import { SendNotes } from "./message-state.tsx";
import { MessageText } from "./message-text.tsx";
import { MosaicRow } from "./mosaic-row.tsx";
import { Author, DeletedMessage, DrawnFile, Meta, useDayLabel, useLinkedMark, useNear } from "./row-parts.tsx";

const AmendmentFailure = lateOrNothing(async () => (await import("../edits/amendment-failure.tsx")).AmendmentFailure);

interface MessageRowProps extends DrawnShape {
  readonly drawn: DrawnMessage;
  /** Quiet lines before the message, and after it if it is the last (MSG-9). */
  readonly lines: LineGroup | null;
  readonly linesAtEnd: LineGroup | null;
  readonly isBeginning: boolean;
  readonly isLast: boolean;
  readonly isActive: boolean;
  /** The pictures of this row's mosaic, or `elsewhere` if another row draws this message (SEE-3). */
  readonly tiles: readonly DrawnMessage[] | "elsewhere" | null;
  readonly activeKey: string | null;
}

/**
 * A message with everything above it: quiet lines, the day, the unread divider, the name. Quiet lines have no time and are never unread, so
 * they are drawn above the day heading.
 */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { drawn, lines, linesAtEnd, isBeginning, isLast, startsDay, hasDivider } = props;
  const t = useTranslations("messages");
  return (
    <div className={classNames(styles["line"], isLast && styles["last"])}>
      {isBeginning && <p className={styles["beginning"]}>{t("beginning")}</p>}
      {lines && <QuietLines group={lines} />}
      {startsDay && <DaySeparator drawn={drawn} />}
      {hasDivider && (
        <div className={styles["divider"]}>
          <span>{t("unreadDivider")}</span>
        </div>
      )}
      <RowBody {...props} />
      {linesAtEnd && <QuietLines group={linesAtEnd} />}
    </div>
  );
});

function DaySeparator({ drawn: { at, day } }: { readonly drawn: DrawnMessage }) {
  return (
    <h3 className={styles["day"]} data-day={day}>
      <span>{useDayLabel(at)}</span>
    </h3>
  );
}

function RowBody({ drawn, tiles, startsGroup, isLast, isActive, activeKey }: MessageRowProps) {
  if (tiles === "elsewhere") return null;
  if (drawn.author === null) return <p className={styles["system"]}>{drawn.text}</p>;
  if (tiles) return <MosaicRow {...{ tiles, startsGroup, isLast, activeKey }} />;
  return <Bubble {...{ drawn, startsGroup, isLast, isActive }} />;
}

function Bubble(props: Pick<MessageRowProps, "drawn" | "startsGroup" | "isLast" | "isActive">) {
  const { drawn, startsGroup, isLast, isActive } = props;
  const id = useId();
  const { isNear, ...handlers } = useNear();
  const { ref, isMarked, isHit } = useLinkedMark(drawn.stored);
  const { isOwn, pending, stored } = drawn;
  const { amendment, isGone } = useAmended(stored);
  const isQuiet = useAppState((state) => drawn.author !== null && isShownSilenced(state, drawn.author));
  const tabIndex = isActive ? 0 : -1;
  return (
    <article
      ref={ref}
      className={styles["row"]}
      data-own={isOwn}
      data-group={startsGroup}
      data-quiet={isQuiet}
      data-failed={pending?.status === "failed"}
      data-marked={isMarked}
      data-hit={isHit}
      data-key={drawn.key}
      data-seq={stored?.seq}
      // ACT-5a: a focused message is read aloud as one, from its name to its likes.
      aria-labelledby={isActive ? `${id}-name ${id}-text ${id}-side` : undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrows walk through messages
      tabIndex={tabIndex}
      {...handlers}
    >
      <Said {...{ id, drawn, amendment, isGone, isQuiet, isHit, tabIndex }} hasHeader={startsGroup && !isOwn} />
      {stored && !pending && !isGone && (
        <MessageSide message={stored} isNear={isNear} isActive={isActive} id={`${id}-side`} />
      )}
      <Notes drawn={drawn} amendment={amendment} isLast={isLast} />
    </article>
  );
}

function useAmended(stored: Message | null) {
  const amendment = useAppState((state) => amendmentOf(state, stored));
  return { amendment, isGone: stored?.isDeleted === true || isDeletion(amendment) };
}

interface NotesProps extends Pick<MessageRowProps, "drawn" | "isLast"> {
  readonly amendment: Amendment | null;
}

function Notes({ drawn: { stored, pending }, amendment, isLast }: NotesProps) {
  if (pending) return <SendNotes pending={pending} isLast={isLast} />;
  return stored && amendment?.phase === "failed" && <AmendmentFailure message={stored} amendment={amendment} />;
}

interface SaidProps {
  readonly id: string;
  readonly drawn: DrawnMessage;
  readonly amendment: Amendment | null;
  readonly isGone: boolean;
  readonly hasHeader: boolean;
  readonly isQuiet: boolean;
  readonly isHit: boolean;
  readonly tabIndex: number;
}

function Said({ id, amendment, isGone, hasHeader, isQuiet, ...rest }: SaidProps) {
  const { drawn } = rest;
  const t = useTranslations();
  const locale = useLocale();
  const hasFile = !isGone && isWithFile(drawn);
  const mark = isGone ? null : editMark(drawn, amendment);
  return (
    <>
      {hasHeader && drawn.author && <Author id={`${id}-name`} author={drawn.author} />}
      <div
        id={`${id}-text`}
        className={styles["bubble"]}
        data-bubble=""
        data-file={hasFile}
        data-meta={[mark && t(`edits.${mark}`), timeLabel(drawn.at, locale)].filter(Boolean).join(" ")}
      >
        {!hasHeader && <Speaker drawn={drawn} isQuiet={isQuiet} />}
        {isGone ? (
          <DeletedMessage deletion={isDeletion(amendment) ? amendment : null} />
        ) : (
          <Body text={shownText(drawn, amendment)} hasFile={hasFile} {...rest} />
        )}
        <Meta drawn={drawn} mark={mark} />
      </div>
    </>
  );
}

function Speaker({ drawn: { author, isOwn }, isQuiet }: Pick<SaidProps, "drawn" | "isQuiet">) {
  const t = useTranslations();
  const name = usePersonName(author?.name);
  return (
    <VisuallyHidden>
      {isOwn ? t("messages.you") : name}
      {isQuiet && `, ${t("silence.mark")}`}:{" "}
    </VisuallyHidden>
  );
}

const isWithFile = ({ stored, pending }: DrawnMessage): boolean => Boolean(stored ? stored.file : pending?.file);

interface BodyProps extends Pick<SaidProps, "drawn" | "isHit" | "tabIndex"> {
  readonly text: string;
  readonly hasFile: boolean;
}

function Body({ drawn, text, hasFile, isHit, tabIndex }: BodyProps) {
  const { stored, pending } = drawn;
  return (
    <>
      {stored?.quote && (
        <BubbleQuote roomId={stored.roomId} quote={stored.quote} from={stored.seq} tabIndex={tabIndex} />
      )}
      {pending?.replyTo && <PendingQuote roomId={pending.roomId} name={pending.replyTo} tabIndex={tabIndex} />}
      <DrawnFile drawn={drawn} tabIndex={tabIndex} />
      {(text !== "" || !hasFile) && (
        <RequestCard message={stored} tabIndex={tabIndex}>
          <MessageText text={text} isHit={isHit} />
        </RequestCard>
      )}
    </>
  );
}
