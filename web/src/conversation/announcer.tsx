import { useState } from "react";
import { useTranslations } from "use-intl";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import { useThrottled } from "../platform/input/use-throttled.ts";
import { useMessageWords } from "../language/message-words.ts";
import { groupOf, type LineGroup } from "../state/history/group-lines.ts";
import { SpokenLines } from "../quiet-lines/quiet-lines.tsx";
import type { Message, RoomId } from "../state/entities.ts";
import { emptyTimeline } from "../state/history/empty-timeline.ts";
import type { HistoryRange } from "../state/history/history-shape.ts";
import { indexAtSeq, messageAt } from "../state/history/message-log.ts";
import { lineIndexAt } from "../state/history/history-ranges.ts";
import { liveRange, newestSeq } from "../state/history/timeline.ts";
import { arrivalsAfter } from "../state/messages/read-messages.ts";
import { me } from "../state/selectors.ts";
import { useAppState } from "../state/app-context.ts";

const gatherMs = 700;
const countFrom = 3;

/** Announces others' new messages and quiet lines once each, but never loaded history. */
export function Announcer({ roomId }: { readonly roomId: RoomId }) {
  const self = useAppState(me);
  const timeline = useThrottled(
    useAppState((state) => state.timelines[roomId] ?? emptyTimeline),
    gatherMs,
  );
  const live = liveRange(timeline);
  const newest = live && Math.max(newestSeq(live), live.lines.at(-1)?.seq ?? 0);
  const [announced, setAnnounced] = useState(newest);
  const [arrivals, setArrivals] = useState<readonly Message[]>([]);
  const [lines, setLines] = useState<LineGroup | null>(null);

  if (newest !== null && newest !== announced) {
    setAnnounced(newest);
    if (announced !== null && live) {
      setArrivals(arrivalsAfter(live, self, announced));
      const arrived = live.lines.slice(lineIndexAt(live.lines, announced + 1));
      setLines(arrived.length === 0 ? null : groupOf(arrived));
    }
  }

  return (
    <VisuallyHidden>
      <span role="log" aria-live="polite">
        <Announcement arrivals={arrivals.filter(({ seq }) => !live || !isDeletedIn(live, seq))} />
        {lines && (
          <span key={lines.seq}>
            <SpokenLines group={lines} />
          </span>
        )}
      </span>
    </VisuallyHidden>
  );
}

/** DEL-3: a deleted message's announcement is removed from the page. */
function isDeletedIn({ log }: HistoryRange, seq: number): boolean {
  const message = messageAt(log, indexAtSeq(log, seq));
  return message?.seq === seq && message.isDeleted;
}

/** One element per message, so that a screen reader repeats identical words. */
export function Announcement({ arrivals }: { readonly arrivals: readonly Message[] }) {
  const t = useTranslations("messages");
  const words = useMessageWords();
  if (arrivals.length < countFrom) {
    return arrivals.map((arrival) => <span key={arrival.seq}>{`${arrival.author?.name}: ${words(arrival)} `}</span>);
  }
  const names = [...new Set(arrivals.map(({ author }) => author?.name))].join(", ");
  return <span key={arrivals[0]?.seq}>{t("announceMany", { count: arrivals.length, names })}</span>;
}
