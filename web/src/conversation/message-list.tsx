import { type ClipboardEvent, type KeyboardEvent, useCallback, useRef } from "react";
import { useLocale, useTranslations } from "use-intl";
import type { VirtualizerHandle } from "virtua";
import { useMessageMenu } from "./use-message-menu.tsx";
import { lateOrNothing } from "../platform/late-component.ts";
import { useRoomTitle } from "../state/rooms/use-room-title.ts";
import type { HistoryRange, MessageLog } from "../state/history/history-shape.ts";
import type { Message, PendingMessage, RoomId } from "../state/entities.ts";
import { emptyTimeline } from "../state/history/empty-timeline.ts";
import { me } from "../state/selectors.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import { indexAtSeq, messageAt, messagesOf } from "../state/history/message-log.ts";
import { type DrawnRows, drawnRows, linesAtEnd } from "./drawn-rows.ts";
import { withheld } from "./drawn-message.ts";
import styles from "./message-list.module.css";
import { MessageRow } from "./message-row.tsx";
import { MessageRows, useApproach } from "./message-rows.tsx";
import { shownRange, showsEnd } from "../state/history/timeline.ts";
import { useEndKeys, useMessageKeys, useBackKey } from "./use-message-keys.ts";
import { useListScrolling } from "./use-list-scrolling.ts";
import { erasedName } from "@cuplaj/protocol/erased-name.ts";
import { useMessageWords } from "../language/message-words.ts";
import { momentLabel } from "../language/time-label.ts";
import { hasSelection } from "../platform/input/select-text.ts";
import { usePersonName } from "../state/participants/person-name.tsx";

const ListPills = lateOrNothing(async () => (await import("./list-pills.tsx")).ListPills, { says: "room" });

const nonePending: readonly PendingMessage[] = [];

/** Shows the range, oldest first. Only rows near the viewport are rendered, however long the range is (OLDER-2). */
export function MessageList({ roomId }: { readonly roomId: RoomId }) {
  const t = useTranslations("messages");
  const title = useRoomTitle(roomId);
  const timeline = useAppState((state) => state.timelines[roomId] ?? emptyTimeline);
  const waiting = useAppState((state) => state.pending[roomId] ?? nonePending);
  const pending = showsEnd(timeline) ? waiting : nonePending;
  const list = useRef<VirtualizerHandle>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const range = shownRange(timeline);
  const rows = drawnRows({ range, pending, self: useAppState(me), timeline });
  const scrolling = { ...useListScrolling({ list, scroller, roomId, timeline, range, ...rows }), ...useApproach() };
  const onEndKey = useEndKeys(roomId);
  const dispatch = useDispatch();
  const keys = useMessageKeys({
    ...{ list, scroller, ...rows },
    indexOfSeq: (seq) => indexAtSeq(range.log, seq) - withheld(range),
    load: (step) => dispatch({ type: step < 0 ? "messages/older-asked" : "messages/newer-asked", roomId }),
  });
  const messageAtSeq = useCallback((seq: number) => messageOf(range, seq), [range]);
  const menu = useMessageMenu(messageAtSeq);
  const onDeedKey = useDeedKeys(roomId, messageAtSeq);
  return (
    <div className={styles["history"]} data-history="" onPointerEnter={scrolling.onNear} onFocus={scrolling.onNear}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it scrolls, so it must react to keys */}
      <div
        ref={scroller}
        className={styles["scroller"]}
        data-scroller=""
        role="region"
        aria-label={t("label", { room: title })}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must be able to scroll it
        tabIndex={0}
        // OLDER-4: scrolling is left to the browser, which scrolls smoothly but stops short while rows are being measured.
        onWheel={scrolling.onTouched}
        onTouchMove={scrolling.onTouched}
        {...menu.handlers}
        onPointerDown={(event) => {
          scrolling.onTouched();
          menu.handlers.onPointerDown(event);
        }}
        onFocus={keys.onFocus}
        onCopy={useCopiedMessages(range.log)}
        onKeyDown={(event) => {
          scrolling.onTouched();
          if (onEndKey(event)) scroller.current?.focus({ preventScroll: true });
          else if (!onDeedKey(event) && !keys.onWalkKey(event)) menu.onMenuKey(event);
        }}
      >
        <div className={styles["push"]} />
        <MessageRows
          key={timeline.switches}
          {...{ list, timeline, range, rows, scrolling, keepMounted: keys.keepMounted }}
        >
          {useRenderRow(range, rows, keys.activeKey)}
        </MessageRows>
      </div>
      <ListPills roomId={roomId} timeline={timeline} range={range} scrolling={scrolling} />
      {menu.element}
    </div>
  );
}

function messageOf({ log }: HistoryRange, seq: number): Message | null {
  const message = messageAt(log, indexAtSeq(log, seq));
  return message?.seq === seq && !message.isDeleted ? message : null;
}

/** Draws the row at an index; `_hole` stands in for the message, which is read from the log. */
function useRenderRow(range: HistoryRange, rows: DrawnRows, activeKey: string | null) {
  return (_hole: unknown, index: number) => {
    const drawn = rows.drawnOf(index);
    if (!drawn) return <span key={`none-${index}`} />;
    const mosaic = rows.mosaicOf(index);
    const isLast = index === rows.length - 1;
    return (
      <MessageRow
        key={drawn.key}
        drawn={drawn}
        {...rows.shapeAt(index, drawn)}
        linesAtEnd={isLast && drawn.stored !== null ? linesAtEnd(range) : null}
        isBeginning={index === 0 && range.older === "none"}
        isLast={isLast}
        isActive={drawn.key === activeKey}
        tiles={mosaic && (mosaic.first === index ? mosaic.tiles : "elsewhere")}
        activeKey={mosaic?.first === index ? activeKey : null}
      />
    );
  };
}

/** ACT-7: copies several messages one per line, with time and author, but a selection within one message as it is. */
function useCopiedMessages(log: MessageLog): (event: ClipboardEvent) => void {
  const locale = useLocale();
  const words = useMessageWords();
  const erased = usePersonName(erasedName);
  return (event) => {
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("article[data-seq]")].filter(hasSelection);
    const [first, last] = [rows[0], rows.at(-1)].map((row) => Number(row?.dataset["seq"]));
    if (first === undefined || last === undefined || rows.length < 2) return;
    const lines = messagesOf(log)
      .slice(indexAtSeq(log, first), indexAtSeq(log, last + 1))
      .map((message) => {
        const name = message.author?.name === erasedName ? erased : message.author?.name;
        const said = name === undefined ? message.text : `${name}: ${words(message)}`;
        return `[${momentLabel(message.sentAt, locale)}] ${said}`;
      });
    event.clipboardData.setData("text/plain", lines.join("\n"));
    event.preventDefault();
  };
}

export const deeds: Readonly<Record<string, "quotes/reply-asked" | "edits/edit-asked" | "edits/delete-asked">> = {
  r: "quotes/reply-asked",
  e: "edits/edit-asked",
  Delete: "edits/delete-asked",
};

/** Handles the keys for replying, editing and deleting (REPLY-1, EDIT-1, DEL-1) and for returning from a quote. Returns whether it used the key. */
function useDeedKeys(roomId: RoomId, messageOf: (seq: number) => Message | null): (event: KeyboardEvent) => boolean {
  const onBackKey = useBackKey(roomId);
  const dispatch = useDispatch();
  return (event) => {
    if (onBackKey(event)) return true;
    const { target, key, altKey, ctrlKey, metaKey } = event;
    const deed = deeds[key.length === 1 ? key.toLowerCase() : key];
    if (!deed || altKey || ctrlKey || metaKey || !(target instanceof HTMLElement)) return false;
    if (!target.matches("article[data-seq]")) return false;
    const message = messageOf(Number(target.dataset["seq"]));
    if (!message) return false;
    event.preventDefault();
    dispatch({ type: deed, message });
    return true;
  };
}
