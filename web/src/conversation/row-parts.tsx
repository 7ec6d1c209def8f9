import { type FocusEvent, type PointerEvent, Suspense, useState, useSyncExternalStore } from "react";
import { useLocale, useTranslations } from "use-intl";
import { localFiles } from "../files/sending/local-files.ts";
import { MessageFileBody } from "../files/message-file.tsx";
import type { MessagePictureProps } from "../files/message-picture.tsx";
import { momentLabel, timeLabel } from "../language/time-label.ts";
import { parseTimestamp } from "../platform/clock.ts";
import { lateComponent } from "../platform/late-component.ts";
import { PersonButton } from "./members/person-button.tsx";
import { Avatar, PersonMark } from "../design/person-mark.tsx";
import { usePersonName } from "../state/participants/person-name.tsx";
import { SilencedMark } from "../silences/silenced-mark.tsx";
import type { Participant } from "../state/entities.ts";
import type { Line } from "./line.ts";
import styles from "./row-parts.module.css";
import { MessageState } from "./message-state.tsx";

const PendingFileView = lateComponent(
  async () => (await import("../files/sending/pending-file-view.tsx")).PendingFileView,
  { says: "room" },
);

/** Whether a mouse or the keys are at an element with these handlers. */
export function useNear() {
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

interface LineFileProps extends Partial<Pick<MessagePictureProps, "isTile" | "moreCount">> {
  readonly line: Line;
  readonly tabIndex: number;
}

/** The file of a line: what was just sent goes on as this device has it (ATT-4). */
export function LineFile({ line: { stored, pending, key }, ...drawing }: LineFileProps) {
  const local = useSyncExternalStore(localFiles.subscribe, () => localFiles.urlOf(key), nowhere);
  if (stored?.file) return <MessageFileBody message={stored} file={stored.file} local={local} {...drawing} />;
  if (!pending?.file) return null;
  return (
    <Suspense fallback={null}>
      <PendingFileView pending={pending} file={pending.file} isTile={drawing.isTile ?? false} />
    </Suspense>
  );
}

const nowhere = (): null => null;

interface MetaProps {
  readonly line: Line;
  readonly mark?: "edited" | "saving" | null;
}

/** When it was sent, whether it was edited, and how far it has come. */
export function Meta({ line, mark = null }: MetaProps) {
  const t = useTranslations("edits");
  const locale = useLocale();
  const editedAt = line.stored?.editedAt ?? null;
  const title = editedAt && t("editedAt", { when: momentLabel(parseTimestamp(editedAt), locale) });
  return (
    <div className={styles["meta"]}>
      {mark && <span title={title ?? undefined}>{t(mark)}</span>}
      <time dateTime={line.sentAt} title={momentLabel(line.at, locale)}>
        {timeLabel(line.at, locale)}
      </time>
      {line.isOwn && <MessageState line={line} />}
    </div>
  );
}

interface AuthorProps {
  readonly id: string;
  readonly author: Participant;
}

/** Name and kind of who wrote a group of messages; the name leads to what can be done about them (SIL-2). */
export function Author({ id, author }: AuthorProps) {
  const { kind } = author;
  const name = usePersonName(author.name);
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
        {/* By keyboard the message's own menu has it: Tab leads from a message to its actions at once. */}
        <PersonButton person={{ ...author, name }} className={styles["name"]} tabIndex={-1}>
          <bdi>{name}</bdi>
        </PersonButton>
        <span className={styles["kind"]}>{t(kind)}</span>
        <SilencedMark person={author} />
      </div>
    </>
  );
}
