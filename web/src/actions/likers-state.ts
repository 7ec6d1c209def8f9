import { retryLater, withoutFailure } from "../state/retries/retries-state.ts";
import type { AppState } from "../state/shape.ts";
import { changed, type Change, type Handlers, type IsDue } from "../state/transition.ts";
import type { Likers } from "../state/messages/actions-shape.ts";

/** The key of a failure to load a page of them. */
const failureKey = "actions.likers";

/** Who likes a message (ACT-6): the names it carries at once, the rest in pages. */
export const likersHandlers: Handlers<
  | "actions/likers-asked"
  | "actions/more-likers-asked"
  | "actions/likers-loaded"
  | "actions/likers-failed"
  | "actions/likers-closed"
> = {
  "actions/likers-asked": (state, { message }) => {
    const { roomId, id, seq, actions, likesTotal } = message;
    const likes = actions.filter(({ kind }) => kind === "like").toSorted((a, b) => b.seq - a.seq);
    const isAll = likes.length >= likesTotal;
    const likers: Likers = { roomId, messageId: id, messageSeq: seq, likes, page: 1, phase: "ready", hasMore: !isAll };
    const shown = { ...state, likers };
    return isAll ? changed(shown) : loadPage(shown, likers);
  },

  "actions/more-likers-asked": (state) => {
    const { likers } = state;
    return likers?.hasMore === true && likers.phase !== "loading" ? loadPage(state, likers) : changed(state);
  },

  "actions/likers-loaded": (state, { messageId, page, actions, hasMore }) => {
    const { likers } = state;
    if (likers?.messageId !== messageId || likers.page !== page) return changed(state);
    const known = new Set(likers.likes.map(({ id }) => id));
    const more = actions.filter(({ id, kind, isDeleted }) => kind === "like" && !isDeleted && !known.has(id));
    // The own like comes first on the message, whenever it was given.
    const likes = [...likers.likes, ...more].toSorted((a, b) => b.seq - a.seq);
    return changed({
      ...withoutFailure(state, failureKey),
      likers: { ...likers, likes, page: page + 1, phase: "ready", hasMore },
    });
  },

  "actions/likers-failed": (state, { messageId, error }, context) => {
    const { likers } = state;
    if (likers?.messageId !== messageId) return changed(state);
    return retryLater({ ...state, likers: { ...likers, phase: "failed" } }, failureKey, error, context);
  },

  "actions/likers-closed": (state) => changed({ ...withoutFailure(state, failureKey), likers: null }),
};

/** SYNC-8a: requests the failed page again. */
export const retryLikers = (state: AppState, isDue: IsDue): Change =>
  state.likers?.phase === "failed" && isDue(failureKey) ? loadPage(state, state.likers) : changed(state);

const loadPage = (state: AppState, likers: Likers): Change =>
  changed({ ...state, likers: { ...likers, phase: "loading" } }, [
    { type: "call-likers", roomId: likers.roomId, messageId: likers.messageId, page: likers.page },
  ]);
