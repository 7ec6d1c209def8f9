import { Trash2 } from "lucide-react";
import { type FocusEvent, type PointerEvent, useState, useSyncExternalStore } from "react";
import { useLocale, useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Avatar, PersonMark } from "../design/person-mark.tsx";
import { localFiles } from "../files/sending/local-files.ts";
import { MessageFileBody } from "../files/showing/message-file.tsx";
import type { MessagePictureProps } from "../files/showing/message-picture.tsx";
import { dayLabel, momentLabel, timeLabel } from "../language/time-label.ts";
import { lateOrNothing } from "../platform/late-component.ts";
import { useShownMark } from "../platform/page/use-shown-mark.ts";
import { useToday } from "../platform/today.ts";
import { SilencedMark } from "../silences/silenced-mark.tsx";
import { useAppState, useDispatch } from "../state/app-context.ts";
import type { Message, Participant } from "../state/entities.ts";
import { deletionId } from "../state/messages/amendments.ts";
import type { Amendment } from "../state/messages/edits-shape.ts";
import { linkedMessageSeq } from "../state/messages/linked-message.ts";
import { usePersonName } from "../state/participants/person-name.tsx";
import { useIsHit } from "../state/search/use-found.ts";
import type { DrawnMessage } from "./drawn-message.ts";
import { PersonButton } from "./members/person-button.tsx";
import { MessageState } from "./message-state.tsx";
import styles from "./row-parts.module.css";

const PendingFileView = lateOrNothing(
  async () => (await import("../files/sending/pending-file-view.tsx")).PendingFileView,
  {
    says: "room",
  },
);

/** Whether the mouse is over an element with these handlers, or the focus is in it. */
export function useNear() {
  const [isPointed, setIsPointed] = useState(false);
  const [hasKeys, setHasKeys] = useState(false);
  return {
    isNear: isPointed || hasKeys,
    // React misses the pointer entering if the element that it was over has been removed.
    onPointerOver: ({ pointerType }: PointerEvent) => setIsPointed(pointerType === "mouse"),
    onPointerLeave: () => setIsPointed(false),
    onFocus: ({ target }: FocusEvent) => setHasKeys(target.matches(":focus-visible")),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) setHasKeys(false);
    },
  };
}

/** OLDER-5: focuses and marks the linked message. FIND-4c: a search match stays marked while it is shown. */
export function useLinkedMark(message: Message | null) {
  const dispatch = useDispatch();
  const isLinked = useAppState((state) => message !== null && linkedMessageSeq(state) === message.seq);
  const isHit = useIsHit(message);
  const { ref, isMarked } = useShownMark<HTMLElement>(isLinked, () => dispatch({ type: "messages/link-shown" }));
  return { ref, isMarked: isMarked || isHit, isHit };
}

export function useDayLabel(at: number): string {
  const t = useTranslations("messages");
  return dayLabel(at, useToday(), useLocale(), { today: t("today"), yesterday: t("yesterday") });
}

interface DrawnFileProps extends Partial<Pick<MessagePictureProps, "isTile" | "moreCount">> {
  readonly drawn: DrawnMessage;
  readonly tabIndex: number;
}

export function DrawnFile({ drawn: { stored, pending, key }, ...drawing }: DrawnFileProps) {
  const local = useSyncExternalStore(localFiles.subscribe, () => localFiles.urlOf(key), nowhere);
  if (stored?.file) return <MessageFileBody message={stored} file={stored.file} local={local} {...drawing} />;
  if (!pending?.file) return null;
  return <PendingFileView pending={pending} file={pending.file} isTile={drawing.isTile ?? false} />;
}

const nowhere = (): null => null;

/** The placeholder of a deleted message, with an undo while possible (DEL-1, DEL-3). */
export function DeletedMessage({ deletion }: { readonly deletion: Amendment | null }) {
  const t = useTranslations("edits");
  const dispatch = useDispatch();
  if (deletion?.phase === "undoable") {
    return (
      <p className={styles["deleted"]} role="status">
        {t("folded")}{" "}
        <Button look="link" onClick={() => dispatch({ type: "undo/asked", id: deletionId(deletion) })}>
          {t("undo")}
        </Button>
      </p>
    );
  }
  return (
    <p className={styles["deleted"]}>
      <Trash2 size={14} aria-hidden="true" /> {t("deleted")}
    </p>
  );
}

export function Meta({
  drawn,
  mark = null,
}: {
  readonly drawn: DrawnMessage;
  readonly mark?: "edited" | "saving" | null;
}) {
  const t = useTranslations("edits");
  const locale = useLocale();
  const editedAt = drawn.stored?.editedAt ?? null;
  const title = editedAt && t("editedAt", { when: momentLabel(editedAt, locale) });
  return (
    <div className={styles["meta"]}>
      {mark && <span title={title ?? undefined}>{t(mark)}</span>}
      <time dateTime={drawn.sentAt} title={momentLabel(drawn.at, locale)}>
        {timeLabel(drawn.at, locale)}
      </time>
      {drawn.isOwn && <MessageState drawn={drawn} />}
    </div>
  );
}

export function Author({ id, author }: { readonly id: string; readonly author: Participant }) {
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
        {/* Tab skips the button: for the keyboard, the message's own menu has the same items. */}
        <PersonButton person={{ ...author, name }} className={styles["name"]} tabIndex={-1}>
          <bdi>{name}</bdi>
        </PersonButton>
        <span className={styles["kind"]}>{t(kind)}</span>
        <SilencedMark person={author} />
      </div>
    </>
  );
}
