import { memo, Suspense, useId } from "react";
import { useLocale, useTranslations } from "use-intl";
import { MessageSide } from "../actions/message-side.tsx";
import { classNames } from "../design/class-names.ts";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import { amendmentOf, editMark, isDeletion, shownText } from "../state/messages/amendments.ts";
import { DeletedMessage } from "../edits/deleted-message.tsx";
import type { Amendment } from "../state/messages/edits-shape.ts";
import { useIsHit } from "../state/search/use-found.ts";
import { timeLabel } from "../language/time-label.ts";
import type { LineGroup } from "../state/history/group-lines.ts";
import { QuietLines } from "../quiet-lines/quiet-lines.tsx";
import { lateComponent } from "../platform/late-component.ts";
import { usePersonName } from "../state/participants/person-name.tsx";
import { BubbleQuote, PendingQuote } from "../quotes/bubble-quote.tsx";
import { isShownSilenced } from "../state/participants/shown-silences.ts";
import type { Message } from "../state/entities.ts";
import { useAppState } from "../state/app-context.ts";
import type { Line, LineShape } from "./line.ts";
import dividers from "./dividers.module.css";
import styles from "./message-row.module.css";
import { SendNotes } from "./message-state.tsx";
import { MessageText } from "./message-text.tsx";
import { MosaicRow } from "./mosaic-row.tsx";
import { Author, LineFile, Meta, useNear } from "./row-parts.tsx";
import { useDayLabel } from "./use-day-label.ts";
import { useLinkedMark } from "./use-linked-mark.ts";

const AmendmentFailure = lateComponent(async () => (await import("../edits/amendment-failure.tsx")).AmendmentFailure);

interface MessageRowProps extends LineShape {
  readonly line: Line;
  /** The quiet lines before it, and after it where it is the last (MSG-9). */
  readonly lines: LineGroup | null;
  readonly linesAtEnd: LineGroup | null;
  /** The first message of the whole history. */
  readonly isBeginning: boolean;
  readonly isLast: boolean;
  /** Whether the keys are at this message (ACT-5a). */
  readonly isActive: boolean;
  /** The pictures that are drawn with this one, and those that another row draws (SEE-3). */
  readonly tiles: readonly Line[] | "elsewhere" | null;
  /** The tile at which the keys are. */
  readonly activeKey: string | null;
}

/**
 * A message and what stands above it: quiet lines, the day, the unread divider, the name. Drawn again only when one of them changes.
 * Lines have no time of their own and are never unread: they stand below the message before, whatever day begins after them.
 */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { line, lines, linesAtEnd, isBeginning, isLast, ...shape } = props;
  const t = useTranslations("messages");
  return (
    <div className={classNames(styles["line"], isLast && dividers["last"])}>
      {isBeginning && <p className={dividers["beginning"]}>{t("beginning")}</p>}
      {lines && <QuietLines group={lines} />}
      {shape.startsDay && <DaySeparator line={line} />}
      {shape.hasDivider && (
        <div className={dividers["divider"]}>
          <span>{t("unreadDivider")}</span>
        </div>
      )}
      <RowBody {...props} />
      {linesAtEnd && <QuietLines group={linesAtEnd} />}
    </div>
  );
});

function RowBody({ line, tiles, startsGroup, isLast, isActive, activeKey }: MessageRowProps) {
  if (tiles === "elsewhere") return null;
  if (line.author === null) return <p className={dividers["system"]}>{line.text}</p>;
  if (tiles) return <MosaicRow lines={tiles} startsGroup={startsGroup} isLast={isLast} activeKey={activeKey} />;
  return <Bubble line={line} startsGroup={startsGroup} isLast={isLast} isActive={isActive} />;
}

interface BubbleProps extends Pick<MessageRowProps, "line" | "isLast" | "isActive"> {
  readonly startsGroup: boolean;
}

function Bubble({ line, startsGroup, isLast, isActive }: BubbleProps) {
  const id = useId();
  const { isNear, ...handlers } = useNear();
  const { ref, isMarked, isHit } = useLinkedMark(line.stored);
  const { isOwn, pending, stored } = line;
  const { amendment, isGone } = useAmended(stored);
  const isQuiet = useAppState((state) => line.author !== null && isShownSilenced(state, line.author));
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
      data-key={line.key}
      data-seq={stored?.seq}
      // ACT-5a: read as one where the keys are, from the name to what others made of it.
      aria-labelledby={isActive ? `${id}-name ${id}-text ${id}-side` : undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrows walk through messages
      tabIndex={isActive ? 0 : -1}
      {...handlers}
    >
      <Said
        id={id}
        line={line}
        amendment={amendment}
        isGone={isGone}
        hasHeader={startsGroup && !isOwn}
        isQuiet={isQuiet}
        tabIndex={isActive ? 0 : -1}
      />
      {stored && !pending && !isGone && (
        <MessageSide message={stored} isNear={isNear} isActive={isActive} id={`${id}-side`} />
      )}
      <Notes line={line} amendment={amendment} isLast={isLast} />
    </article>
  );
}

/** What the person does to a stored message, and whether it is deleted or about to be. */
function useAmended(stored: Message | null) {
  const amendment = useAppState((state) => amendmentOf(state, stored));
  return { amendment, isGone: stored?.isDeleted === true || isDeletion(amendment) };
}

interface NotesProps extends Pick<MessageRowProps, "line" | "isLast"> {
  readonly amendment: Amendment | null;
}

/** What a message waits for, or why it, or a change of it, did not leave. */
function Notes({ line: { stored, pending }, amendment, isLast }: NotesProps) {
  if (pending) return <SendNotes pending={pending} isLast={isLast} />;
  if (!stored || amendment?.phase !== "failed") return null;
  return (
    <Suspense fallback={null}>
      <AmendmentFailure message={stored} amendment={amendment} />
    </Suspense>
  );
}

interface SaidProps extends Pick<MessageRowProps, "line"> {
  readonly id: string;
  readonly amendment: Amendment | null;
  /** Deleted, or about to be. */
  readonly isGone: boolean;
  readonly hasHeader: boolean;
  /** Whether who said it is silenced. */
  readonly isQuiet: boolean;
  readonly tabIndex: number;
}

/** Who said it, where no name stands above. */
function Speaker({ line: { author, isOwn }, isQuiet }: Pick<SaidProps, "line" | "isQuiet">) {
  const t = useTranslations();
  const name = usePersonName(author?.name);
  return (
    <VisuallyHidden>
      {isOwn ? t("messages.you") : name}
      {isQuiet && `, ${t("silence.mark")}`}:{" "}
    </VisuallyHidden>
  );
}

/** Who said it, and the bubble. */
function Said({ id, line, amendment, isGone, hasHeader, isQuiet, tabIndex }: SaidProps) {
  const t = useTranslations();
  const locale = useLocale();
  const { author } = line;
  const hasFile = isWithFile(line) && !isGone;
  const mark = isGone ? null : editMark(line, amendment);
  return (
    <>
      {hasHeader && author && <Author id={`${id}-name`} author={author} />}
      <div
        id={`${id}-text`}
        className={styles["bubble"]}
        data-bubble=""
        data-file={hasFile}
        data-meta={[mark && t(`edits.${mark}`), timeLabel(line.at, locale)].filter(Boolean).join(" ")}
      >
        {!hasHeader && <Speaker line={line} isQuiet={isQuiet} />}
        {isGone ? (
          <DeletedMessage deletion={isDeletion(amendment) ? amendment : null} />
        ) : (
          <Body line={line} text={shownText(line, amendment)} hasFile={hasFile} tabIndex={tabIndex} />
        )}
        <Meta line={line} mark={mark} />
      </div>
    </>
  );
}

interface BodyProps extends Pick<SaidProps, "line" | "tabIndex"> {
  readonly text: string;
  readonly hasFile: boolean;
}

/** What a message quotes, its file and its text. */
function Body({ line, text, hasFile, tabIndex }: BodyProps) {
  const { stored, pending } = line;
  const isHit = useIsHit(stored);
  return (
    <>
      {stored?.quote && (
        <BubbleQuote roomId={stored.roomId} quote={stored.quote} from={stored.seq} tabIndex={tabIndex} />
      )}
      {pending?.replyTo && <PendingQuote roomId={pending.roomId} name={pending.replyTo} tabIndex={tabIndex} />}
      <LineFile line={line} tabIndex={tabIndex} />
      {(text !== "" || !hasFile) && <MessageText text={text} isHit={isHit} />}
    </>
  );
}

const isWithFile = ({ stored, pending }: Line): boolean => Boolean(stored ? stored.file : pending?.file);

function DaySeparator({ line: { at, day } }: { readonly line: Line }) {
  return (
    <h3 className={dividers["day"]} data-day={day}>
      <span>{useDayLabel(at)}</span>
    </h3>
  );
}
