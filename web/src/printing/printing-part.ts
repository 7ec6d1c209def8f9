import { drawnPath, isPicture } from "../state/files/file-kind.ts";
import { dropPicture, wantPicture } from "../state/files/pictures-state.ts";
import { emptyLog } from "../state/history/empty-timeline.ts";
import { messageAt, messagesOf, withChanged, withEach, withMessages } from "../state/history/message-log.ts";
import { quoteOf } from "../state/messages/quoted.ts";
import { withLines } from "../state/history/history-ranges.ts";
import { cachedOffer } from "../state/offers/cached-offers.ts";
import type { CachedOffer } from "../state/offers/offers-shape.ts";
import { retryLater, withoutFailure } from "../state/retries/retries-state.ts";
import type { CallError, Message, RoomId } from "../state/entities.ts";
import { isGone } from "../state/selectors.ts";
import type { AppState, Nothing } from "../state/shape.ts";
import { andThen, changed, type Change, type Handlers, type IsDue } from "../state/transition.ts";
import type { MessageLog, QuietLine } from "../state/history/history-shape.ts";
import type { MessagePage } from "../state/messages/messages-shape.ts";
import type { Part } from "../state/part.ts";

declare module "../state/shape.ts" {
  interface AppState extends PrintingState {}
  interface AppEvents extends PrintingEvents {}
  interface AppEffects extends PrintingEffects {}
}

/** The conversation being printed. It is separate from the room's timeline, which stays unchanged. */
interface Printing {
  readonly roomId: RoomId;
  readonly log: MessageLog;
  readonly lines: readonly QuietLine[];
  readonly total: number | null;
  readonly pictures: readonly string[];
  readonly phase: "loading" | "failed" | "loaded";
  readonly error: CallError | null;
  /** The newest event since printing began that changed a message: pages from before it are loaded again. */
  readonly changedSeq: number;
}

interface PrintingState {
  readonly printing: Printing | null;
}

interface PrintingEvents {
  "printing/asked": { readonly roomId: RoomId };
  "printing/page-loaded": PageRef & { readonly page: MessagePage; readonly total: number };
  "printing/page-failed": PageRef & { readonly error: CallError };
  "printing/again-asked": Nothing;
  "printing/cancelled": Nothing;
  "printing/ended": Nothing;
}

/** `beforeSeq` is null for the newest page. */
interface PageRef {
  readonly roomId: RoomId;
  readonly beforeSeq: number | null;
}

export interface PrintingEffects {
  "call-printed-page": PageRef;
}

export const printedMax = 2000;

/** Only the newest pictures are printed, up to this number, since more would keep a phone busy for minutes. */
export const printedPicturesMax = 100;

const failureKey = "printing";

const printingHandlers: Handlers<keyof PrintingEvents | "edits/updated" | "rooms/removed"> = {
  "printing/asked": (state, { roomId }) => {
    const { printing } = state;
    if (printing?.roomId === roomId && printing.phase === "loading") return changed(state);
    return andThen(
      andThen(ended(state), (next) => askOffer(next, roomId)),
      (next) => load(next, { ...blank, roomId }),
    );
  },

  "printing/page-loaded": (state, { roomId, beforeSeq, page, total }) => {
    const { printing } = state;
    if (!isAwaited(printing, roomId, beforeSeq)) return changed(state);
    // PRINT-4: messages on this page may have been deleted or edited since.
    if (page.seq < printing.changedSeq) return load(state, printing);
    const loaded: Printing = {
      ...printing,
      log: withMessages(printing.log, page.messages),
      lines: withLines(printing.lines, page.lines ?? []),
      total: printing.total ?? total,
    };
    const next = withoutFailure(state, failureKey);
    const isWhole = !page.isFull || loaded.log.length >= printedMax;
    return isWhole ? loadPictures(next, loaded) : load(next, loaded);
  },

  "printing/page-failed": (state, { roomId, beforeSeq, error }, context) => {
    const { printing } = state;
    if (!isAwaited(printing, roomId, beforeSeq)) return changed(state);
    return retryLater({ ...state, printing: { ...printing, phase: "failed", error } }, failureKey, error, context);
  },

  "printing/again-asked": (state) => {
    const { printing } = state;
    if (printing === null) return changed(state);
    const offer = offerOf(state, printing.roomId);
    const asked = offer?.phase === "failed" ? askOffer(state, printing.roomId) : changed(state);
    return printing.phase === "failed" ? andThen(asked, (next) => load(next, printing)) : asked;
  },

  // The dialog also closes by itself once everything is loaded, which cancels nothing.
  "printing/cancelled": (state) =>
    state.printing && printingStage(state, state.printing.roomId) !== "ready" ? ended(state) : changed(state),
  "printing/ended": (state) => ended(state),
  // PRINT-4, MSG-8: printed messages and their quotes follow edits and deletions.
  "edits/updated": (state, { message, seq }) => {
    const { printing } = state;
    if (printing?.roomId !== message.roomId) return changed(state);
    const log = withUpdate(printing.log, message, seq);
    return changed({ ...state, printing: { ...printing, log, changedSeq: Math.max(printing.changedSeq, seq) } });
  },

  "rooms/removed": (state, { roomId }) => (state.printing?.roomId === roomId ? ended(state) : changed(state)),
};

function withUpdate(log: MessageLog, said: Message, seq: number): MessageLog {
  const { text, file, editedAt, isDeleted } = said;
  const changedOne = withChanged(log, said.seq, (held) =>
    held.updatedSeq >= seq ? held : { ...held, text, file, editedAt, isDeleted, updatedSeq: seq },
  );
  const quote = quoteOf(said);
  return withEach(changedOne, (message) =>
    quote !== null && message.quote?.messageId === said.id ? { ...message, quote } : message,
  );
}

const retryPrinting = (state: AppState, isDue: IsDue): Change =>
  state.printing?.phase === "failed" && isDue(failureKey) ? load(state, state.printing) : changed(state);

/** How far the messages, the offer and the pictures have loaded. An offer that the person may not see is left out. */
export function printingStage(state: AppState, roomId: RoomId): "none" | "loading" | "failed" | "ready" {
  const { printing } = state;
  if (printing?.roomId !== roomId) return "none";
  if (printing.phase !== "loaded") return printing.phase;
  const offer = offerOf(state, roomId);
  if (offer?.phase === "failed") return isGone(offer.error) ? "ready" : "failed";
  return offer?.phase === "loading" || missingPictures(state) > 0 ? "loading" : "ready";
}

export const missingPictures = ({ printing, pictures }: AppState): number =>
  printing?.pictures.filter((path) => ["waiting", "loading"].includes(pictures[path]?.phase ?? "")).length ?? 0;

export function printingError(state: AppState, roomId: RoomId): CallError | null {
  const { printing } = state;
  if (printing?.phase === "failed") return printing.error;
  const offer = offerOf(state, roomId);
  return offer?.phase === "failed" ? offer.error : null;
}

function offerOf(state: AppState, roomId: RoomId): CachedOffer | undefined {
  const room = state.rooms.byId[roomId];
  return room && cachedOffer(state, room.offerNumber);
}

const blank: Omit<Printing, "roomId"> = {
  log: emptyLog,
  lines: [],
  total: null,
  pictures: [],
  phase: "loading",
  error: null,
  changedSeq: 0,
};

function ended(state: AppState): Change {
  if (state.printing === null) return changed(state);
  return each({ ...withoutFailure(state, failureKey), printing: null }, state.printing.pictures, dropPicture);
}

/** PRINT-1: loads the newest pictures once all messages are loaded. */
function loadPictures(state: AppState, loaded: Printing): Change {
  const paths = messagesOf(loaded.log).flatMap(({ file }) => (file && isPicture(file) ? [drawnPath(file)] : []));
  const pictures = [...new Set(paths)].slice(-printedPicturesMax);
  return each({ ...state, printing: { ...loaded, phase: "loaded", pictures } }, pictures, wantPicture);
}

const each = (state: AppState, paths: readonly string[], step: typeof wantPicture): Change =>
  paths.reduce((change, path) => andThen(change, (next) => step(next, path)), changed(state));

const oldestSeq = ({ log }: Printing): number | null => messageAt(log, 0)?.seq ?? null;

const isAwaited = (printing: Printing | null, roomId: RoomId, beforeSeq: number | null): printing is Printing =>
  printing?.roomId === roomId && printing.phase === "loading" && oldestSeq(printing) === beforeSeq;

const load = (state: AppState, printing: Printing): Change =>
  changed({ ...state, printing: { ...printing, phase: "loading", error: null } }, [
    { type: "call-printed-page", roomId: printing.roomId, beforeSeq: oldestSeq(printing) },
  ]);

/** OFF-2: fetches the offer, unless it is cached. */
function askOffer(state: AppState, roomId: RoomId): Change {
  const offerNumber = state.rooms.byId[roomId]?.offerNumber ?? null;
  if (offerNumber === null) return changed(state);
  return changed(state, [{ type: "dispatch", event: { type: "offers/asked", offerNumber } }]);
}

export const printingPart: Part<PrintingState, PrintingEvents, PrintingEffects> = {
  initial: { printing: null },
  handlers: printingHandlers,
  retry: retryPrinting,
};
