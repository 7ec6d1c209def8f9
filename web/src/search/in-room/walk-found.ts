import { underWay } from "../../state/retries/retries-state.ts";
import { isOffline, isVisitorIn } from "../../state/selectors.ts";
import type { AppState, Effect } from "../../state/shape.ts";
import { type Change, changed } from "../../state/transition.ts";
import type { Found } from "../../state/search/found-shape.ts";
import { isEnough } from "../../state/search/typed-search.ts";
import { matchText, readQuery } from "@cuplaj/protocol/search-text.ts";
import { messagesOf } from "../../state/history/message-log.ts";
import type { RoomId } from "../../state/entities.ts";

/** The key of the pause after a letter, and of a failure (SYNC-8a). */
export const foundKey = "found";

export const newestFirst = (seqs: readonly number[]): readonly number[] => [...new Set(seqs)].toSorted((a, b) => b - a);

/** From 1 on; null while it is not known. */
export const positionOf = ({ seq, seqs, knownFrom }: Found): number | null =>
  seq === null || seq < knownFrom ? null : seqs.indexOf(seq) + 1;

/** FIND-4m: without a connection what is loaded here is searched at once, and for a visitor nothing else is. */
export function search(state: AppState): Change {
  const { found } = state;
  if (found === null || !isEnough(found.text)) return changed(state);
  const { roomId, text, page } = found;
  if (isVisitorIn(state, roomId)) return searchHere(state, { ...found, phase: "ready", error: null }, "visitor");
  const asked: Found = { ...found, phase: "loading", error: null };
  const here = isOffline(state) ? searchHere(state, asked, "offline") : changed({ ...state, found: asked });
  const call: Effect = { type: "call-found", roomId, text, page: page + 1 };
  return { state: underWay(here.state, foundKey), effects: [...here.effects, call] };
}

export const searchAgain = (state: AppState): Change =>
  state.found?.phase === "failed" ? search(state) : changed(state);

/** FIND-4h: searches what is loaded, where the server has said nothing yet. */
export function searchHere(state: AppState, found: Found, local: Found["local"]): Change {
  if (found.page > 0) return changed({ ...state, found });
  const shown = found.seq === null ? [] : [found.seq];
  const seqs = newestFirst([...shown, ...searchLoaded(state, found.roomId, found.text)]);
  return goOn(state, { ...found, seqs, knownFrom: 0, local });
}

/** After an answer: to the newest that was found, on with the step that waited, or on to the page of the shown one. */
export function goOn(state: AppState, found: Found): Change {
  const next = { ...state, found };
  if (found.seq === null || found.step !== 0) return walk(state, found);
  return found.seq < found.knownFrom ? search(next) : changed(next);
}

/** Goes to the next or previous one, from none to the newest; where that is not known yet, once its page has come (FIND-4d). */
export function walk(state: AppState, found: Found): Change {
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

/** Beyond the oldest is the newest, and the other way round, once all are known. */
const aroundTheEnd = ({ seqs, step, knownFrom }: Found): number | null =>
  (knownFrom === 0 && seqs.at(step > 0 ? 0 : -1)) || null;

/** The newest that are loaded. */
const searchedMax = 5000;

/** FIND-4h: as the server would find them. */
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
