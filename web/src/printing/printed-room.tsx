import { Fragment, useEffect, useRef, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import sheetStyles from "../design/printed-sheet.module.css";
import { emptyLog } from "../history/empty-timeline.ts";
import type { MessageLog, QuietLine } from "../history/history-shape.ts";
import { messagesOf } from "../history/message-log.ts";
import { shownRange } from "../history/timeline.ts";
import { dateLabel, momentLabel } from "../language/time-label.ts";
import { groupBetween } from "../lines/group-lines.ts";
import { QuietLines } from "../lines/quiet-lines.tsx";
import { cachedOffer } from "../offers/cached-offers.ts";
import { parseTimestamp, systemClock } from "../platform/clock.ts";
import { printPage } from "../platform/print-page.ts";
import { dayNumber } from "../platform/today.ts";
import { OnPaper } from "../presence/reader.ts";
import { useRoomTitle } from "../rooms/use-room-title.ts";
import type { Message, RoomId } from "../state/entities.ts";
import { me } from "../state/selectors.ts";
import type { AppState } from "../state/shape.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import { PrintedMessage } from "./printed-message.tsx";
import { PrintedOffer } from "./printed-offer.tsx";
import styles from "./printed.module.css";
import { printedMax } from "./printing-state.ts";

interface RoomProps {
  readonly roomId: RoomId;
}

/** PRINT-1: what was loaded to be printed; once it is drawn the browser prints it. */
export function PrintedRoom({ roomId }: RoomProps) {
  const sheet = useRef<HTMLDivElement>(null);
  const log = useAppState(({ printing }) => printing?.log ?? emptyLog);
  const lines = useAppState(({ printing }) => printing?.lines ?? noLines);
  const total = useAppState(({ printing }) => printing?.total ?? 0);
  const { endPrinting } = useCommands();
  useEffect(() => (sheet.current ? printPage(sheet.current, endPrinting) : undefined), [endPrinting]);
  const count = Math.min(log.length, printedMax);
  return (
    <div ref={sheet} className={sheetStyles["printed"]} data-printed="">
      <Sheet {...{ roomId, log, lines }} leftOut={total > count ? ["newest", { count, total }] : null} />
    </div>
  );
}

/** PRINT-3: what the page has loaded of the room at its end, or where somebody reads. */
export function LoadedRoom({ roomId }: RoomProps) {
  const range = useAppState((state) => loadedRange(state, roomId));
  const log = range?.log ?? emptyLog;
  const count = Math.min(log.length, printedMax);
  const isWhole = range?.older === "none" && count === log.length;
  return (
    <div className={sheetStyles["printed"]} data-printed="">
      <Sheet
        roomId={roomId}
        log={log}
        lines={range?.lines ?? noLines}
        leftOut={isWhole ? null : ["partial", { count, max: printedMax }]}
      />
    </div>
  );
}

const noLines: readonly QuietLine[] = [];

function loadedRange({ timelines }: AppState, roomId: RoomId) {
  const timeline = timelines[roomId];
  const newest = timeline?.ranges.at(-1);
  if (!timeline || !newest) return null;
  return newest.log.length > 0 ? newest : shownRange(timeline);
}

interface SheetProps extends RoomProps {
  readonly log: MessageLog;
  readonly lines: readonly QuietLine[];
  /** The words for what is left out, with their numbers. */
  readonly leftOut:
    | readonly ["newest", { readonly count: number; readonly total: number }]
    | readonly ["partial", { readonly count: number; readonly max: number }]
    | null;
}

/** A conversation on paper: what it is, its offer, its messages. */
const Sheet = (props: SheetProps) => (
  <OnPaper value={true}>
    <Written {...props} />
  </OnPaper>
);

function Written({ roomId, log, lines, leftOut }: SheetProps) {
  const t = useTranslations("paper");
  const offerNumber = useAppState(({ rooms }) => rooms.byId[roomId]?.offerNumber ?? 0);
  const offer = useAppState((state) => cachedOffer(state, offerNumber));
  const messages = messagesOf(log).slice(-printedMax);
  return (
    <>
      <Heading roomId={roomId} />
      {leftOut !== null && (
        <p className={styles["note"]}>{leftOut[0] === "newest" ? t("newest", leftOut[1]) : t("partial", leftOut[1])}</p>
      )}
      {offer?.phase === "ready" && <PrintedOffer offer={offer.offer} />}
      {messages.length === 0 && <p>{t("empty")}</p>}
      <Messages messages={messages} lines={lines} />
    </>
  );
}

function Heading({ roomId }: RoomProps) {
  const t = useTranslations("paper");
  const locale = useLocale();
  const title = useRoomTitle(roomId);
  const vehicle = useAppState(({ rooms }) => rooms.byId[roomId]?.vehicle ?? "");
  const name = useAppState((state) => me(state)?.name ?? "");
  const [now] = useState(systemClock.now);
  return (
    <header>
      <h1>{title}</h1>
      {vehicle !== "" && <p>{vehicle}</p>}
      <p className={styles["quiet"]}>{t("printedOn", { when: momentLabel(now, locale), name })}</p>
    </header>
  );
}

/** The messages with their days, and the quiet lines between them. */
function Messages({ messages, lines }: Pick<SheetProps, "lines"> & { readonly messages: readonly Message[] }) {
  if (messages.length === 0) return <Lines lines={lines} after={0} upto={Number.MAX_SAFE_INTEGER} />;
  return messages.map((message, i) => {
    const before = messages[i - 1];
    const at = parseTimestamp(message.sentAt);
    const startsDay = !before || dayNumber(parseTimestamp(before.sentAt)) !== dayNumber(at);
    return (
      <Fragment key={message.seq}>
        <Lines lines={lines} after={before?.seq ?? 0} upto={message.seq} />
        {startsDay && <Day at={at} />}
        <PrintedMessage message={message} at={at} />
        {i === messages.length - 1 && <Lines lines={lines} after={message.seq} upto={Number.MAX_SAFE_INTEGER} />}
      </Fragment>
    );
  });
}

interface LinesProps extends Pick<SheetProps, "lines"> {
  readonly after: number;
  readonly upto: number;
}

function Lines({ lines, after, upto }: LinesProps) {
  const group = groupBetween(lines, after, upto);
  return group && <QuietLines group={group} />;
}

/** On paper nobody knows what "today" was. */
const Day = ({ at }: { readonly at: number }) => <h2 className={styles["day"]}>{dateLabel(at, useLocale())}</h2>;
