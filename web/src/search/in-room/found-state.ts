import { offerRoomName } from "@cuplaj/protocol/channels.ts";
import { searchCharactersMax, searchPagesMax } from "@cuplaj/protocol/limits.ts";
import { messageLink, paths } from "../../state/navigation/paths.ts";
import { isServerAway } from "../../state/retries/may-pass.ts";
import { retryLater, withoutFailure, underWay } from "../../state/retries/retries-state.ts";
import { selectedRoomId, isOffline, isVisitorIn } from "../../state/selectors.ts";
import type { AppState, Effect } from "../../state/shape.ts";
import { andThen, changed, type Change, type Handlers, type IsDue } from "../../state/transition.ts";
import type { Found, FoundEvents, FoundLine, FoundPage } from "../../state/search/found-shape.ts";
import { isEnough, typedPauseMs } from "../../state/search/typed-search.ts";
import { matchText, readQuery } from "@cuplaj/protocol/search-text.ts";
import { messagesOf } from "../../state/history/message-log.ts";
import type { RoomId } from "../../state/entities.ts";

const blank: Omit<Found, "roomId"> = {
  ...{ text: "", phase: "idle", seqs: [], page: 0, knownFrom: Number.POSITIVE_INFINITY, seq: null, step: 0 },
  ...{ isInBar: false, isPartial: false, local: null, error: null, fieldAsked: 0 },
};

export const foundHandlers: Handlers<keyof FoundEvents | "offers/sheet-closed"> = {
  "found/hit-opened": (state, { roomId, name, seq, query, hits }) => {
    const found: Found = { ...blank, roomId, text: query, seq, seqs: newestFirst([...hits, seq]) };
    const go: Effect = { type: "navigate", to: messageLink(name, seq), replace: false };
    return andThen(changed({ ...withoutFailure(state, foundKey), found }, [go]), (next) => search(next));
  },

  // FIND-4j: the offer is shown once the room is open (`followRoom`).
  "found/line-opened": (state, { roomId, offerId, lineId, text, isWide }) => {
    const go: Effect = { type: "navigate", to: paths.view(offerRoomName(offerId)), replace: false };
    return changed({ ...state, foundLine: { roomId, offerId, lineId, text, isWide } }, [go]);
  },
  // A found line stays marked until its offer is closed.
  "offers/sheet-closed": (state) => changed({ ...state, foundLine: null }),

  "found/opened": (state, { roomId }) => {
    if (selectedRoomId(state) !== roomId) return changed(state);
    const found = state.found?.roomId === roomId ? state.found : { ...blank, roomId };
    return changed({ ...state, found: { ...found, fieldAsked: found.fieldAsked + 1 } });
  },

  "found/typed": (state, { text }) => {
    if (state.found === null) return changed(state);
    const { roomId, fieldAsked } = state.found;
    const typed = text.slice(0, searchCharactersMax);
    const isAsked = isEnough(typed);
    const phase = isAsked ? "waiting" : "idle";
    const found: Found = { ...blank, roomId, fieldAsked, text: typed, isInBar: true, phase };
    return changed({ ...withoutFailure(state, foundKey), found }, [
      { type: "abort-found" },
      isAsked
        ? { type: "dispatch-later", key: foundKey, delayMs: typedPauseMs, event: { type: "found/due" } }
        : { type: "cancel-later", key: foundKey },
    ]);
  },
  "found/due": (state) => (state.found?.phase === "waiting" ? search(state) : changed(state)),

  "found/walked": (state, { step, isInBar }) => {
    const { found } = state;
    if (found === null || found.phase === "idle") return changed(state);
    return found.phase === "waiting" ? search(state) : walk(state, { ...found, step, isInBar });
  },
  "found/again-asked": (state) => searchAgain(state),

  "found/page-loaded": (state, { seqs, hasMore, isPartial, ...question }) => {
    const { found } = state;
    if (!isAwaited(found, question)) return changed(state);
    // Replaces local matches, but not the match that is shown.
    const before = found.local ? [] : found.seqs;
    const shown = found.seq === null ? [] : [found.seq];
    const { page } = question;
    const isWhole = !hasMore || seqs.length === 0 || page >= searchPagesMax;
    const loaded: Found = {
      ...{ ...found, phase: "ready", page, isPartial: found.isPartial || isPartial, local: null, error: null },
      seqs: newestFirst([...before, ...shown, ...seqs]),
      knownFrom: isWhole ? 0 : Math.min(...seqs),
    };
    return goOn(withoutFailure(state, foundKey), loaded);
  },

  "found/failed": (state, { error, ...question }, context) => {
    const { found } = state;
    if (!isAwaited(found, question)) return changed(state);
    const failed: Found = { ...found, phase: "failed", error, step: 0 };
    return andThen(retryLater(state, foundKey, error, context), (next) =>
      isServerAway(error) ? searchHere(next, failed, "offline") : changed({ ...next, found: failed }),
    );
  },

  "found/closed": (state) => closed(state),
  "found/left": (state) => {
    const left = closed({ ...state, foundLine: null });
    const close: Effect = { type: "dispatch", event: { type: "offers/sheet-closed" } };
    return state.foundLine === null ? left : changed(left.state, [...left.effects, close]);
  },
};

export const retryFound = (state: AppState, isDue: IsDue): Change =>
  isDue(foundKey) ? searchAgain(state) : changed(state);

/** FIND-4j: shows a line once its room is open, and ends a room's search when that room closes. */
export const followRoom = (before: AppState, after: AppState): readonly Effect[] => [
  ...followLine(before, after),
  ...followLeaving(before, after),
];

function followLine(before: AppState, after: AppState): readonly Effect[] {
  const { openRoom, foundLine } = after;
  const isSame = before.openRoom === openRoom && before.foundLine === foundLine;
  return isSame || foundLine === null || foundLine.roomId !== selectedRoomId(after) ? [] : [showLine(foundLine)];
}

function followLeaving(before: AppState, after: AppState): readonly Effect[] {
  const { openRoom, foundLine, found } = after;
  const isOnTheWay = openRoom.phase === "opening" || openRoom.phase === "looking";
  if (before.openRoom === openRoom || isOnTheWay) return [];
  const isLeft = [found, foundLine].some((one) => one !== null && one.roomId !== selectedRoomId(after));
  return isLeft ? [{ type: "dispatch", event: { type: "found/left" } }] : [];
}

const showLine = ({ offerId, lineId, isWide }: FoundLine): Effect => ({
  type: "dispatch",
  event: { type: "offers/target-asked", offerNumber: offerId, target: { kind: "line", id: lineId }, isWide },
});

const isAwaited = (found: Found | null, { roomId, text, page }: FoundPage): found is Found =>
  found?.phase === "loading" && found.roomId === roomId && found.text === text && found.page + 1 === page;

const closed = (state: AppState): Change =>
  changed({ ...withoutFailure(state, foundKey), found: null }, [
    { type: "abort-found" },
    { type: "cancel-later", key: foundKey },
  ]);

const foundKey = "found";

const newestFirst = (seqs: readonly number[]): readonly number[] => [...new Set(seqs)].toSorted((a, b) => b - a);

/** The position, counted from 1; null if unknown. */
export const positionOf = ({ seq, seqs, knownFrom }: Found): number | null =>
  seq === null || seq < knownFrom ? null : seqs.indexOf(seq) + 1;

/** FIND-4h: without a connection, searches loaded messages at once; for a visitor, searches only those. */
function search(state: AppState): Change {
  const { found } = state;
  if (found === null || !isEnough(found.text)) return changed(state);
  const { roomId, text, page } = found;
  if (isVisitorIn(state, roomId)) return searchHere(state, { ...found, phase: "ready", error: null }, "visitor");
  const asked: Found = { ...found, phase: "loading", error: null };
  const here = isOffline(state) ? searchHere(state, asked, "offline") : changed({ ...state, found: asked });
  const call: Effect = { type: "call-found", roomId, text, page: page + 1 };
  return { state: underWay(here.state, foundKey), effects: [...here.effects, call] };
}

const searchAgain = (state: AppState): Change => (state.found?.phase === "failed" ? search(state) : changed(state));

/** FIND-4h: searches loaded messages until the server has responded. */
function searchHere(state: AppState, found: Found, local: Found["local"]): Change {
  if (found.page > 0) return changed({ ...state, found });
  const shown = found.seq === null ? [] : [found.seq];
  const seqs = newestFirst([...shown, ...searchLoaded(state, found.roomId, found.text)]);
  return goOn(state, { ...found, seqs, knownFrom: 0, local });
}

/** Continues after a response: goes to the newest match, completes a waiting step, or loads pages up to the shown match. */
function goOn(state: AppState, found: Found): Change {
  const next = { ...state, found };
  if (found.seq === null || found.step !== 0) return walk(state, found);
  return found.seq < found.knownFrom ? search(next) : changed(next);
}

/** Goes to the next or previous match, at first to the newest. If that is unknown, waits for its page (FIND-4d). */
function walk(state: AppState, found: Found): Change {
  const to = targetOf(found);
  const next = { ...state, found };
  if (to === "unknown") return found.phase === "loading" ? changed(next) : search(next);
  if (to === null) return changed({ ...state, found: { ...found, step: 0 } });
  const { roomId, isInBar } = found;
  return changed({ ...state, found: { ...found, seq: to, step: 0 } }, [
    { type: "dispatch", event: { type: "messages/around-asked", roomId, seq: to, isMarked: !isInBar } },
  ]);
}

function targetOf(found: Found): number | "unknown" | null {
  const { seq, seqs, step, knownFrom } = found;
  if (seq === null) return seqs[0] ?? null;
  const target = seqs[seqs.indexOf(seq) + step];
  const isKnown = seq >= knownFrom && (step < 0 || (target ?? 0) >= knownFrom);
  return isKnown ? (target ?? aroundTheEnd(found)) : "unknown";
}

const aroundTheEnd = ({ seqs, step, knownFrom }: Found): number | null =>
  (knownFrom === 0 && seqs.at(step > 0 ? 0 : -1)) || null;

const searchedMax = 5000;

/** FIND-4h: matches loaded messages by the server's rules. */
function searchLoaded({ timelines }: AppState, roomId: RoomId, text: string): readonly number[] {
  const query = readQuery(text);
  const isFound = (words: string): boolean => matchText(query, words) !== null;
  return (timelines[roomId]?.ranges ?? [])
    .flatMap(({ log }) => messagesOf(log))
    .slice(-searchedMax)
    .filter(({ isDeleted, author }) => !isDeleted && author !== null)
    .filter(({ text: said, file }) => isFound(said) || (file !== null && isFound(file.name)))
    .map(({ seq }) => seq);
}
