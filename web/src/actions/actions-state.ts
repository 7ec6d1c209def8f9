import { alertDelayMs } from "@cuplaj/protocol/limits.ts";
import { loadedMessage } from "../state/history/loaded-message.ts";
import { isServerAway } from "../state/retries/may-pass.ts";
import { retryLater, underWay, withoutFailure } from "../state/retries/retries-state.ts";
import { offlineError, type CallError } from "../state/entities.ts";
import { isOffline, isSamePerson, me, selectedRoomId } from "../state/selectors.ts";
import type { AppState, Effect } from "../state/shape.ts";
import {
  andThen,
  changed,
  type Change,
  type Handlers,
  type IsDue,
  dispatchLater,
  dispatched,
} from "../state/transition.ts";
import type { ActionsEvents, ActNotice, Wish } from "../state/messages/actions-shape.ts";
import { answeredBy, areSomeReached, hasReached, wishesWhere, withWish } from "../state/wishes.ts";
import { hasOwnLike, holderOf, isHolder, wishKey } from "../state/messages/shown-actions.ts";

const slowMs = 300;

/** Acts on messages, optimistically. One call runs at a time per message and kind, and the last wish wins (ACT-4). */
export const wishHandlers = {
  "actions/wished": (state, { type: _wished, ...act }) => wish(state, act),

  "actions/release-asked": (state, { roomId, origin }) => {
    const holder = holderOf(state, roomId);
    if (!holder || !isHolder(state, roomId)) return changed(state);
    const { messageId, messageSeq } = holder;
    // Only customers' messages can be taken over (ACT-2).
    const named = { roomId, messageId, messageSeq, authorKind: "customer", origin } as const;
    return wish(state, { ...named, kind: "take-over", isWanted: false });
  },

  "actions/answered": (state, { key, seq }) => {
    const asked = state.wishes[key];
    if (!asked) return changed(state);
    if (!isAnswered(asked)) return send(state, asked);
    const answered: Wish = { ...asked, sent: null, answered: answeredBy(state, asked.roomId, seq), isSlow: false };
    const known = withoutFailure(state, failureKey(key));
    return changed(withOwn(known, key, hasReached(state, answered) ? null : answered), [stopTimer(key)]);
  },

  "actions/failed": (state, { key, error, holder }, context) => {
    const failed = state.wishes[key];
    if (!failed) return changed(state);
    // ACT-4a: the server may have carried out the act, and the person may have changed their mind since.
    if (!isAnswered(failed) && isOpenAfter(error)) {
      const waiting = retryLater(withOwn(state, key, { ...failed, sent: null }), failureKey(key), error, context);
      return changed(waiting.state, [stopTimer(key), ...waiting.effects]);
    }
    const back = withOwn(withoutFailure(state, failureKey(key)), key, null);
    if (isLogged(back, failed)) return changed(back, [stopTimer(key)]);
    const refused = refuse(back, failed, error, holder);
    return changed(refused.state, [stopTimer(key), ...refused.effects]);
  },

  "actions/slow": (state, { key }) => {
    const slow = state.wishes[key];
    return changed(slow?.sent ? withOwn(state, key, { ...slow, isSlow: true }) : state);
  },

  "actions/logged": (state) => changed(withOwns(state, (each) => !hasReached(state, each))),
  "actions/notice-over": (state) => changed({ ...state, notice: null }),
  "actions/copy-asked": (state, { type: _asked, ...named }) => changed(state, [{ type: "copy-of-message", ...named }]),
  "actions/copied": (state, { roomId, messageId, isCopied }) =>
    withNotice(state, { roomId, messageId, origin: "message", said: { kind: isCopied ? "copied" : "not-copied" } }),

  "rooms/removed": (state, { roomId }) => {
    const others = withOwns(state, (each) => each.roomId !== roomId);
    return changed(others.notice?.roomId === roomId ? { ...others, notice: null } : others);
  },
} satisfies Partial<Handlers>;

export const followActs = (before: AppState, after: AppState): readonly Effect[] => [
  ...followLog(before, after),
  ...followLikers(before, after),
];

function followLikers(before: AppState, after: AppState): readonly Effect[] {
  const isLeft = after.likers !== null && before.openRoom !== after.openRoom;
  return isLeft && selectedRoomId(after) !== after.likers?.roomId
    ? [dispatched({ type: "actions/likers-closed" })]
    : [];
}

const followLog = (before: AppState, after: AppState): readonly Effect[] =>
  areSomeReached(before, after, ({ wishes }) => wishes) ? [dispatched({ type: "actions/logged" })] : [];

export const retryWishes = (state: AppState, isDue: IsDue): Change =>
  Object.entries(state.wishes)
    .filter(([key, { sent, answered }]) => sent === null && answered === null && isDue(failureKey(key)))
    .reduce(
      (change, [key, waiting]) => andThen(change, (next) => send(underWay(next, failureKey(key)), waiting)),
      changed(state),
    );

function wish(state: AppState, act: ActionsEvents["actions/wished"]): Change {
  const asked: Wish = { ...act, sent: null, answered: null, isSlow: false };
  const key = wishKey(asked);
  const before = state.wishes[key];
  if (!before && isLogged(state, asked)) return changed(state);
  // Acts are never queued: without a connection they are refused at once.
  if (isOffline(state)) return refuse(state, asked, offlineError, null);
  const cleared = state.notice === null ? state : { ...state, notice: null };
  if (!before?.sent) return send(cleared, asked);
  return changed(withOwn(cleared, key, { ...asked, sent: before.sent, isSlow: before.isSlow }));
}

function send(state: AppState, { messageId, messageSeq, isWanted, ...rest }: Wish): Change {
  const act = { messageId, messageSeq, isWanted };
  const sent: Wish = { ...rest, ...act, sent: act, answered: null };
  const key = wishKey(sent);
  return changed(withOwn(state, key, sent), [
    { type: "call-act", key, wish: sent },
    dispatchLater(timerKey(key), slowMs, { type: "actions/slow", key }),
  ]);
}

const isAnswered = ({ sent, messageId, isWanted }: Wish): boolean =>
  sent?.messageId === messageId && sent.isWanted === isWanted;

function isLogged(state: AppState, { kind, roomId, messageId, messageSeq, isWanted }: Wish): boolean {
  if (kind === "like") {
    const message = loadedMessage(state, roomId, messageSeq);
    return message !== null && hasOwnLike(state, message) === isWanted;
  }
  const holder = state.rooms.byId[roomId]?.takeOver ?? null;
  return (holder?.messageId === messageId && isSamePerson(holder.person, me(state))) === isWanted;
}

const refuse = (
  state: AppState,
  { roomId, messageId, origin }: Wish,
  error: CallError,
  holder: string | null,
): Change => withNotice(state, { roomId, messageId, origin, said: { kind: "refused", error, holder } });

const withNotice = (state: AppState, notice: ActNotice): Change =>
  changed({ ...state, notice }, [dispatchLater("act-notice", alertDelayMs, { type: "actions/notice-over" })]);

const isOpenAfter = (error: CallError): boolean => isServerAway(error) || error.code === "unexpected";
const failureKey = (key: string): string => `act.${key}`;
const timerKey = (key: string): string => `act:${key}`;
const stopTimer = (key: string): Effect => ({ type: "cancel-later", key: timerKey(key) });

const withOwn = (state: AppState, key: string, wished: Wish | null): AppState => ({
  ...state,
  wishes: withWish(state.wishes, key, wished),
});

const withOwns = (state: AppState, stays: (wished: Wish) => boolean): AppState => ({
  ...state,
  wishes: wishesWhere(state.wishes, stays),
});
