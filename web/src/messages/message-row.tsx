import { memo } from "react";
import { useLocale, useTranslations } from "use-intl";
import { classNames } from "../design/class-names.ts";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import { dayLabel, momentLabel, timeLabel } from "../language/time-label.ts";
import type { LineGroup } from "../lines/group-lines.ts";
import { QuietLines } from "../lines/quiet-lines.tsx";
import { useToday } from "../platform/today.ts";
import { Avatar, PersonMark } from "../presence/person-mark.tsx";
import type { Participant } from "../state/entities.ts";
import type { Line, LineShape } from "./line.ts";
import styles from "./message-row.module.css";
import { MessageState, SendNotes } from "./message-state.tsx";
import { MessageText } from "./message-text.tsx";

interface MessageRowProps extends LineShape {
  readonly line: Line;
  /** The quiet lines before it, and after it where it is the last (MSG-9c). */
  readonly lines: LineGroup | null;
  readonly linesAtEnd: LineGroup | null;
  /** The first message of the whole history. */
  readonly isBeginning: boolean;
  readonly isLast: boolean;
}

/**
 * A message and what stands above it: quiet lines, the day, the unread divider, the name. Drawn again only when one of them changes.
 * Lines have no time of their own and are never unread: they stand below the message before, whatever day begins after them.
 */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { line, lines, linesAtEnd, isBeginning, isLast, ...shape } = props;
  const t = useTranslations("messages");
  return (
    <div className={classNames(isLast && styles["last"])}>
      {isBeginning && <p className={styles["beginning"]}>{t("beginning")}</p>}
      {lines && <QuietLines group={lines} />}
      {shape.startsDay && <DaySeparator at={line.at} />}
      {shape.hasDivider && (
        <div className={styles["divider"]}>
          <span>{t("unreadDivider")}</span>
        </div>
      )}
      {line.author === null ? (
        <p className={styles["system"]}>{line.text}</p>
      ) : (
        <Bubble line={line} startsGroup={shape.startsGroup} isLast={isLast} />
      )}
      {linesAtEnd && <QuietLines group={linesAtEnd} />}
    </div>
  );
});

interface BubbleProps extends Pick<MessageRowProps, "line" | "isLast"> {
  readonly startsGroup: boolean;
}

function Bubble({ line, startsGroup, isLast }: BubbleProps) {
  const t = useTranslations("messages");
  const { author, isOwn, pending } = line;
  const isFailed = pending?.status === "failed";
  const hasHeader = startsGroup && !isOwn;
  return (
    <article className={styles["row"]} data-own={isOwn} data-group={startsGroup} data-failed={isFailed}>
      {hasHeader && author && <Author author={author} />}
      <div className={styles["bubble"]}>
        {!hasHeader && <VisuallyHidden>{isOwn ? t("you") : author?.name}: </VisuallyHidden>}
        <MessageText text={line.text} />
        <Meta line={line} />
      </div>
      {pending && <SendNotes pending={pending} isLast={isLast} />}
    </article>
  );
}

function Meta({ line }: { readonly line: Line }) {
  const locale = useLocale();
  return (
    <div className={styles["meta"]}>
      <time dateTime={line.sentAt} title={momentLabel(line.at, locale)}>
        {timeLabel(line.at, locale)}
      </time>
      {line.isOwn && <MessageState line={line} />}
    </div>
  );
}

function Author({ author: { name, kind } }: { readonly author: Participant }) {
  const t = useTranslations("kind");
  return (
    <>
      <span className={styles["avatar"]}>
        <Avatar name={name} kind={kind} />
      </span>
      <div className={styles["author"]}>
        <span className={styles["mark"]}>
          <PersonMark kind={kind} />
        </span>
        <bdi className={styles["name"]}>{name}</bdi>
        <span className={styles["kind"]}>{t(kind)}</span>
      </div>
    </>
  );
}

function DaySeparator({ at }: { readonly at: number }) {
  const t = useTranslations("messages");
  const locale = useLocale();
  const now = useToday();
  return (
    <h3 className={styles["day"]}>
      <span>{dayLabel(at, now, locale, { today: t("today"), yesterday: t("yesterday") })}</span>
    </h3>
  );
}
