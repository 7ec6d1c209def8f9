import { cleanText, showsSomething } from "@cuplaj/protocol/message-text.ts";
import { Check, SendHorizontal } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef } from "react";
import { useTranslations } from "use-intl";
import { AttachButtons, StorageNote } from "../files/sending/attach-buttons.tsx";
import { Tray } from "../files/sending/tray.tsx";
import { Button } from "../design/button.tsx";
import type { DraftTarget } from "../state/drafts/drafts-state.ts";
import { lateOrNothing } from "../platform/late-component.ts";
import { touchDevice, useMedia } from "../platform/page/use-media.ts";
import { useRoomTitle } from "../state/rooms/use-room-title.ts";
import type { RoomId } from "../state/entities.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import styles from "./composer.module.css";
import { isAlone, useEndKeys, useBackKey } from "./use-message-keys.ts";
import { ClosedHint } from "../opening-hours/closed-hint.tsx";
import { useShownOpening } from "../opening-hours/use-opening.ts";
import { messageCharactersMax } from "@cuplaj/protocol/limits.ts";
import { isReady, trayOf, outgoingFiles } from "../files/sending/attachments-state.ts";
import { canSaveEdit } from "../edits/edits-state.ts";

const DraftTargetLine = lateOrNothing(async () => (await import("./draft-target.tsx")).DraftTargetLine);

const announceLeftFrom = 200;

/** The room is fixed on mount: no text can go to another room (WEB-3). */
export function Composer({ roomId }: { readonly roomId: RoomId }) {
  const t = useTranslations("composer");
  const title = useRoomTitle(roomId);
  const { text, files, left, areHeld, canSend, target, isInvisible } = useWritten(roomId);
  const dispatch = useDispatch();
  const onEndKey = useEndKeys(roomId);
  const onDraftKey = useDraftKeys(roomId, target);
  const isTouch = useMedia(touchDevice);
  const field = useRef<HTMLTextAreaElement>(null);
  const notes = useNotes(left);

  useFocusOnTarget(field, target);

  function send() {
    // SEC-13: clears invisible text, since nobody could see why sending does nothing.
    if (isInvisible) dispatch({ type: "drafts/written", roomId, text: "" });
    else if (canSend && target?.kind === "edit") dispatch({ type: "edits/save-asked", roomId, text: cleanText(text) });
    else if (canSend && areHeld) dispatch({ type: "outbox/send-asked", roomId, text: cleanText(text), files });
    else if (canSend) dispatch({ type: "attachments/send-asked", roomId });
    field.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    if ((text === "" && onEndKey(event)) || onDraftKey(event)) return;
    if (!isSendKey(event, isTouch)) return;
    event.preventDefault();
    send();
  }

  return (
    <div className={styles["composer"]}>
      <ClosedHint id={notes.hintId} opening={notes.opening} />
      {target && <DraftTargetLine roomId={roomId} target={target} />}
      <Tray roomId={roomId} field={field} onSend={send} />
      <div className={styles["box"]}>
        {target?.kind !== "edit" && <AttachButtons roomId={roomId} hasRoom={text === ""} field={field} />}
        <div className={styles["grow"]} data-text={text}>
          <textarea
            ref={field}
            className={styles["text"]}
            rows={1}
            dir="auto"
            aria-label={t("label", { room: title })}
            aria-describedby={notes.describedBy}
            aria-invalid={left < 0}
            placeholder={files.length > 0 ? t("withFile", { count: files.length }) : t("placeholder")}
            enterKeyHint={isTouch ? "enter" : "send"}
            value={text}
            onChange={(event) => dispatch({ type: "drafts/written", roomId, text: event.target.value })}
            onKeyDown={onKeyDown}
          />
        </div>
        <SendButton canSend={canSend} isEdit={target?.kind === "edit"} onSend={send} />
      </div>
      <StorageNote isEdit={target?.kind === "edit"} />
      <StashNote roomId={roomId} onSwap={() => field.current?.focus()} />
      {left <= announceLeftFrom && <CharactersLeft id={notes.countId} left={left} />}
    </div>
  );
}

/** The notes around the field, and the ids of those shown, which screen readers read with it. */
function useNotes(left: number) {
  const [hintId, countId] = [useId(), useId()];
  const opening = useShownOpening();
  const shown = [...(opening === "open" ? [] : [hintId]), ...(left <= announceLeftFrom ? [countId] : [])];
  return { hintId, countId, opening, describedBy: shown.length === 0 ? undefined : shown.join(" ") };
}

function useFocusOnTarget(field: RefObject<HTMLTextAreaElement | null>, target: DraftTarget | null): void {
  const named = target && `${target.kind} ${target.messageId}`;
  const shown = useRef(named);
  useEffect(() => {
    if (named !== null && named !== shown.current) field.current?.focus();
    shown.current = named;
  }, [field, named]);
}

interface SendButtonProps {
  readonly canSend: boolean;
  readonly isEdit: boolean;
  readonly onSend: () => void;
}

function SendButton({ canSend, isEdit, onSend }: SendButtonProps) {
  const t = useTranslations();
  const label = t(isEdit ? "edits.save" : "composer.send");
  const Sign = isEdit ? Check : SendHorizontal;
  return (
    <button
      type="button"
      className={styles["send"]}
      aria-label={label}
      title={label}
      aria-disabled={!canSend}
      // Keeps the focus in the field, so that a phone's keyboard stays open.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onSend}
    >
      <Sign size={18} aria-hidden="true" />
    </button>
  );
}

function StashNote({ roomId, onSwap }: { readonly roomId: RoomId; readonly onSwap: () => void }) {
  const t = useTranslations("composer");
  const hasStash = useAppState((state) => state.stashedDrafts[roomId] !== undefined);
  const dispatch = useDispatch();
  return (
    hasStash && (
      <p className={styles["stash"]}>
        {t("stash")}
        <Button
          look="link"
          onClick={() => {
            dispatch({ type: "drafts/swapped", roomId });
            onSwap();
          }}
        >
          {t("swap")}
        </Button>
      </p>
    )
  );
}

function CharactersLeft({ id, left }: { readonly id: string; readonly left: number }) {
  const t = useTranslations("composer");
  return (
    <p id={id} className={styles["count"]} data-over={left < 0}>
      {left < 0 ? t("over", { count: -left }) : t("left", { count: left })}
    </p>
  );
}

/** Enter sends and Shift+Enter breaks the line. On touch screens Enter breaks it too. Never sends during IME composition. */
function isSendKey({ key, shiftKey, ctrlKey, metaKey, altKey, nativeEvent }: KeyboardEvent, isTouch: boolean): boolean {
  if (key !== "Enter" || nativeEvent.isComposing || nativeEvent.keyCode === composingKeyCode) return false;
  if (ctrlKey || metaKey) return true;
  return !shiftKey && !altKey && !isTouch;
}

/** Safari ends a composition before the Enter that confirmed it. Only this key code identifies that Enter. */
const composingKeyCode = 229;

/**
 * Escape ends replying and editing, then returns from a quote; Up in an empty composer edits the person's last message (EDIT-1). Returns
 * whether it used the key.
 */
function useDraftKeys(roomId: RoomId, target: DraftTarget | null): (event: KeyboardEvent) => boolean {
  const isEmpty = useAppState(({ drafts, draftTargets, trays }) =>
    [drafts, draftTargets, trays].every((held) => held[roomId] === undefined),
  );
  const dispatch = useDispatch();
  const onBackKey = useBackKey(roomId);
  return (event) => {
    if (event.nativeEvent.isComposing) return false;
    const isEnd = event.key === "Escape" && target !== null;
    const isLast = event.key === "ArrowUp" && isEmpty && isAlone(event);
    if (!isEnd && !isLast) return onBackKey(event);
    event.preventDefault();
    if (isEnd) dispatch({ type: "drafts/target-dropped", roomId });
    else dispatch({ type: "edits/last-asked", roomId });
    return true;
  };
}

function useWritten(roomId: RoomId) {
  const text = useAppState((state) => state.drafts[roomId] ?? "");
  const target = useAppState((state) => state.draftTargets[roomId] ?? null);
  const tray = useAppState((state) => trayOf(state, roomId));
  const isEdit = target?.kind === "edit";
  const mayLeave = useAppState((state) => !isEdit || canSaveEdit(state, roomId));
  const hasText = showsSomething(text);
  const files = isEdit ? [] : outgoingFiles(tray, hasText ? cleanText(text) : "");
  const left = messageCharactersMax - Array.from(files[0]?.text ?? cleanText(text)).length;
  const isSomething = hasText || files.length > 0;
  const isInvisible = text !== "" && !isSomething;
  return {
    text,
    target,
    files,
    left,
    areHeld: tray.every(isReady),
    canSend: left >= 0 && isSomething && mayLeave,
    isInvisible,
  };
}
