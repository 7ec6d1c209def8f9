import { useCallback, useRef } from "react";
import { useTranslations } from "use-intl";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import { useMessageMenu } from "../actions/use-message-menu.tsx";
import { useRoomTitle } from "../rooms/use-room-title.ts";
import type { HistoryRange } from "../history/history-shape.ts";
import type { Message, PendingMessage, RoomId } from "../state/entities.ts";
import { emptyTimeline } from "../history/empty-timeline.ts";
import { me } from "../state/selectors.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import { indexAtSeq, messageAt } from "../history/message-log.ts";
import { linesAtEnd, linesBefore } from "./drawn-lines.ts";
import { dividerIndex, lineAt, shapeOf, withheld } from "./line.ts";
import { ListPills } from "./list-pills.tsx";
import styles from "./message-list.module.css";
import { MessageRow } from "./message-row.tsx";
import { showsEnd, shownRange } from "../history/timeline.ts";
import { useEndKeys } from "./use-end-keys.ts";
import { useMessageKeys } from "./use-message-keys.ts";
import { useListScrolling } from "./use-list-scrolling.ts";

const nonePending: readonly PendingMessage[] = [];

/** The shown range of a room's messages, oldest first; only rows near the viewport are in the page, however long it is (OLDER-2). */
export function MessageList({ roomId }: { readonly roomId: RoomId }) {
  const t = useTranslations("messages");
  const title = useRoomTitle(roomId);
  const timeline = useAppState((state) => state.timelines[roomId] ?? emptyTimeline);
  const waiting = useAppState((state) => state.pending[roomId] ?? nonePending);
  const pending = showsEnd(timeline) ? waiting : nonePending;
  const list = useRef<VirtualizerHandle>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const range = shownRange(timeline);
  const first = withheld(range);
  const divider = Math.max(-1, dividerIndex(range, timeline) - first);
  const length = range.log.length - first + pending.length;
  const scrolling = useListScrolling({ list, scroller, roomId, timeline, range, divider, length });
  const onEndKey = useEndKeys(roomId);
  const keys = useListKeys({ list, scroller, roomId, range, pending });
  const menu = useMessageMenu(useCallback((seq: number) => messageOf(range, seq), [range]));
  const renderRow = useRenderRow(range, pending, divider, keys.activeKey);
  return (
    <div className={styles["history"]} data-history="">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it has the keys of anything that scrolls */}
      <div
        ref={scroller}
        className={styles["scroller"]}
        role="region"
        aria-label={t("label", { room: title })}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must scroll by keyboard as well
        tabIndex={0}
        // OLDER-4: the browser's own scrolling is smooth, and stops short if rows are measured meanwhile.
        onWheel={scrolling.onTouched}
        onTouchMove={scrolling.onTouched}
        {...menu.handlers}
        onPointerDown={(event) => {
          scrolling.onTouched();
          menu.handlers.onPointerDown(event);
        }}
        onFocus={keys.onFocus}
        onKeyDown={(event) => {
          scrolling.onTouched();
          // The message at which the keys were may go with what is shown.
          if (onEndKey(event)) scroller.current?.focus({ preventScroll: true });
          else if (!keys.onWalkKey(event)) menu.onMenuKey(event);
        }}
      >
        <div className={styles["push"]} />
        <Virtualizer
          key={timeline.switches}
          ref={list}
          data={{ length }}
          keepMounted={keys.keepMounted}
          shift={scrolling.isPrepending}
          onScroll={scrolling.onScroll}
          onScrollEnd={scrolling.onScrollEnd}
          onResize={scrolling.onResize}
        >
          {renderRow}
        </Virtualizer>
      </div>
      <ListPills roomId={roomId} timeline={timeline} range={range} scrolling={scrolling} />
      {menu.element}
    </div>
  );
}

type RowsToWalk = Pick<Parameters<typeof useMessageKeys>[0], "list" | "scroller"> & {
  readonly roomId: RoomId;
  readonly range: HistoryRange;
  readonly pending: readonly PendingMessage[];
};

/** The keys that walk through what the list shows, and through what has to be loaded for it. */
function useListKeys({ list, scroller, roomId, range, pending }: RowsToWalk) {
  const self = useAppState(me);
  const { loadOlderMessages, loadNewerMessages } = useCommands();
  const first = withheld(range);
  return useMessageKeys({
    list,
    scroller,
    length: range.log.length - first + pending.length,
    lineOf: (index) => (index < 0 ? null : lineAt(range, pending, self, index + first)),
    indexOfSeq: (seq) => indexAtSeq(range.log, seq) - first,
    load: (step) => (step < 0 ? loadOlderMessages(roomId) : loadNewerMessages(roomId)),
  });
}

function messageOf({ log }: HistoryRange, seq: number): Message | null {
  const message = messageAt(log, indexAtSeq(log, seq));
  return message?.seq === seq ? message : null;
}

/** Draws the row at an index; `_hole` stands in for the message, which is read from the log. */
function useRenderRow(
  range: HistoryRange,
  pending: readonly PendingMessage[],
  divider: number,
  activeKey: string | null,
) {
  const self = useAppState(me);
  const first = withheld(range);
  const length = range.log.length - first + pending.length;
  return (_hole: unknown, index: number) => {
    const at = index + first;
    const line = lineAt(range, pending, self, at);
    if (!line) return <span key={`none-${index}`} />;
    const before = at === 0 ? null : lineAt(range, pending, self, at - 1);
    const lines = linesBefore(range, at);
    const shape = shapeOf(before, line, index === divider, lines !== null);
    const isLast = index === length - 1;
    return (
      <MessageRow
        key={line.key}
        line={line}
        lines={lines}
        linesAtEnd={isLast && line.stored !== null ? linesAtEnd(range) : null}
        startsDay={shape.startsDay}
        hasDivider={shape.hasDivider}
        startsGroup={shape.startsGroup}
        isBeginning={index === 0 && range.older === "none"}
        isLast={isLast}
        isActive={line.key === activeKey}
      />
    );
  };
}
