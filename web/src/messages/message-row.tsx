import { type FocusEvent, memo, type PointerEvent, useId, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { MessageSide } from "../actions/message-side.tsx";
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
import { useLinkedMark } from "./use-linked-mark.ts";

interface MessageRowProps extends LineShape {
  readonly line: Line;
  /** The quiet lines before it, and after it where it is the last (MSG-9c). */
  readonly lines: LineGroup | null;
  readonly linesAtEnd: LineGroup | null;
  /** The first message of the whole history. */
  readonly isBeginning: boolean;
  readonly isLast: boolean;
  /** Whether the keys are at this message (ACT-5a). */
  readonly isActive: boolean;
}

/**
 * A message and what stands above it: quiet lines, the day, the unread divider, the name. Drawn again only when one of them changes.
 * Lines have no time of their own and are never unread: they stand below the message before, whatever day begins after them.
 */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { line, lines, linesAtEnd, isBeginning, isLast, isActive, ...shape } = props;
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
        <Bubble line={line} startsGroup={shape.startsGroup} isLast={isLast} isActive={isActive} />
      )}
      {linesAtEnd && <QuietLines group={linesAtEnd} />}
    </div>
  );
});

interface BubbleProps extends Pick<MessageRowProps, "line" | "isLast" | "isActive"> {
  readonly startsGroup: boolean;
}

function Bubble({ line, startsGroup, isLast, isActive }: BubbleProps) {
  const id = useId();
  const { isNear, ...handlers } = useNear();
  const { ref, isMarked } = useLinkedMark(line.stored);
  const { isOwn, pending, stored } = line;
  return (
    <article
      ref={ref}
      className={styles["row"]}
      data-own={isOwn}
      data-group={startsGroup}
      data-failed={pending?.status === "failed"}
      data-marked={isMarked}
      data-key={line.key}
      data-seq={stored?.seq}
      // ACT-5a: read as one where the keys are, from the name to what others made of it.
      aria-labelledby={isActive ? `${id}-name ${id}-text ${id}-side` : undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrows walk through messages
      tabIndex={isActive ? 0 : -1}
      {...handlers}
    >
      <Said id={id} line={line} hasHeader={startsGroup && !isOwn} />
      {stored && !pending && <MessageSide message={stored} isNear={isNear} isActive={isActive} id={`${id}-side`} />}
      {pending && <SendNotes pending={pending} isLast={isLast} />}
    </article>
  );
}

/** Whether a mouse or the keys are at an element with these handlers. */
function useNear() {
  const [isPointed, setIsPointed] = useState(false);
  const [hasKeys, setHasKeys] = useState(false);
  return {
    isNear: isPointed || hasKeys,
    onPointerEnter: ({ pointerType }: PointerEvent) => setIsPointed(pointerType === "mouse"),
    onPointerLeave: () => setIsPointed(false),
    onFocus: ({ target }: FocusEvent) => setHasKeys(target.matches(":focus-visible")),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) setHasKeys(false);
    },
  };
}

interface SaidProps extends Pick<MessageRowProps, "line"> {
  readonly id: string;
  readonly hasHeader: boolean;
}

/** Who said it, and the bubble. */
function Said({ id, line, hasHeader }: SaidProps) {
  const t = useTranslations("messages");
  const { author, isOwn } = line;
  return (
    <>
      {hasHeader && author && <Author id={`${id}-name`} author={author} />}
      <div id={`${id}-text`} className={styles["bubble"]} data-bubble="">
        {!hasHeader && <VisuallyHidden>{isOwn ? t("you") : author?.name}: </VisuallyHidden>}
        <MessageText text={line.text} />
        <Meta line={line} />
      </div>
    </>
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

function Author({ id, author: { name, kind } }: { readonly id: string; readonly author: Participant }) {
  const t = useTranslations("kind");
  return (
    <>
      <span className={styles["avatar"]}>
        <Avatar name={name} kind={kind} />
      </span>
      <div id={id} className={styles["author"]}>
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
