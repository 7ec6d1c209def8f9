import { messageCharactersMax } from "@cuplaj/protocol/limits.ts";
import { cleanText, showsSomething } from "@cuplaj/protocol/message-text.ts";
import { SendHorizontal } from "lucide-react";
import { type KeyboardEvent, useId, useRef } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { touchDevice, useMedia } from "../platform/use-media.ts";
import { useRoomTitle } from "../rooms/use-room-title.ts";
import type { RoomId } from "../state/entities.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import styles from "./composer.module.css";
import { useEndKeys } from "./use-end-keys.ts";

/** From this length on the characters left are shown. */
const announceLeftFrom = 200;

/** The composer. Its room is fixed when it is made: no text can go to any other room (WEB-3). */
export function Composer({ roomId }: { readonly roomId: RoomId }) {
  const t = useTranslations("composer");
  const title = useRoomTitle(roomId);
  const text = useAppState((state) => state.drafts[roomId] ?? "");
  const { sendMessage, writeDraft } = useCommands();
  const onEndKey = useEndKeys(roomId);
  const isTouch = useMedia(touchDevice);
  const field = useRef<HTMLTextAreaElement>(null);
  const countId = useId();
  const left = messageCharactersMax - characters(cleanText(text));
  const canSend = left >= 0 && showsSomething(text);

  function send() {
    if (canSend) sendMessage(roomId, cleanText(text));
    // SEC-13: invisible text is not sent, and nobody could see why.
    else if (text !== "" && left >= 0) writeDraft(roomId, "");
    field.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (text === "" && onEndKey(event)) return;
    if (!isSendKey(event, isTouch)) return;
    event.preventDefault();
    send();
  }

  return (
    <div className={styles["composer"]}>
      <div className={styles["box"]}>
        <div className={styles["grow"]} data-text={text}>
          <textarea
            ref={field}
            className={styles["text"]}
            rows={1}
            dir="auto"
            aria-label={t("label", { room: title })}
            aria-describedby={left <= announceLeftFrom ? countId : undefined}
            aria-invalid={left < 0}
            placeholder={t("placeholder")}
            enterKeyHint={isTouch ? "enter" : "send"}
            value={text}
            onChange={(event) => writeDraft(roomId, event.target.value)}
            onKeyDown={onKeyDown}
          />
        </div>
        <button
          type="button"
          className={styles["send"]}
          aria-label={t("send")}
          title={t("send")}
          aria-disabled={!canSend}
          // The field keeps its focus, and so the keyboard of a phone.
          onPointerDown={(event) => event.preventDefault()}
          onClick={send}
        >
          <SendHorizontal size={18} aria-hidden="true" />
        </button>
      </div>
      <StashNote roomId={roomId} onSwap={() => field.current?.focus()} />
      {left <= announceLeftFrom && <CharactersLeft id={countId} left={left} />}
    </div>
  );
}

/** Says that a draft is stashed while a message is being edited, and swaps the two (SEND-5). */
function StashNote({ roomId, onSwap }: { readonly roomId: RoomId; readonly onSwap: () => void }) {
  const t = useTranslations("composer");
  const hasStash = useAppState((state) => state.stashedDrafts[roomId] !== undefined);
  const { swapDraft } = useCommands();
  function swap() {
    swapDraft(roomId);
    onSwap();
  }
  return (
    hasStash && (
      <p className={styles["stash"]}>
        {t("stash")}
        <Button look="link" onClick={swap}>
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

/** Enter sends and Shift+Enter breaks the line; on touch screens Enter does too. Never while a letter is being composed. */
function isSendKey({ key, shiftKey, ctrlKey, metaKey, altKey, nativeEvent }: KeyboardEvent, isTouch: boolean): boolean {
  if (key !== "Enter" || nativeEvent.isComposing || nativeEvent.keyCode === composingKeyCode) return false;
  if (ctrlKey || metaKey) return true;
  return !shiftKey && !altKey && !isTouch;
}

/** Safari ends a composition before the Enter that ended it; only this code reveals that. */
const composingKeyCode = 229;

/** Characters as the server counts them: code points (MSG-2). */
const characters = (text: string): number => Array.from(text).length;
