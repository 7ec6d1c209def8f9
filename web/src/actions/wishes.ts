import { alertDelayMs } from "@cuplaj/protocol/limits.ts";
import { covers } from "../history/history-ranges.ts";
import { indexAtSeq, messageAt } from "../history/message-log.ts";
import { offlineError, type CallError, type Message, type RoomId } from "../state/entities.ts";
import { isSamePerson, me } from "../state/selectors.ts";
import type { AppState, Effect } from "../state/shape.ts";
import { changed, type Change, type Handlers } from "../state/transition.ts";
import type { ActionsEvents, ActNotice, Wish } from "./actions-shape.ts";
import { hasOwnLike, hasReached, holderOf, isHolder, newestCustomerMessage, wishKey } from "./shown-actions.ts";

/** From here on a call under way is shown as such, ms (ACT-4). */
const slowMs = 300;

/** Acts on messages: shown at once, one call at a time for each, the last wish wins (ACT-4). */
export const wishHandlers: Handlers<
  | "actions/wished"
  | "actions/take-over-asked"
  | "actions/release-asked"
  | "actions/answered"
  | "actions/failed"
  | "actions/slow"
  | "actions/logged"
  | "actions/notice-over"
  | "actions/copy-asked"
  | "actions/copied"
  | "rooms/removed"
> = {
  "actions/wished": (state, { type: _wished, ...act }) => wish(state, act),

  "actions/take-over-asked": (state, { roomId, origin }) => {
    const message = newestCustomerMessage(state, roomId);
    if (!message) return changed(state);
    const named = { roomId, messageId: message.id, messageSeq: message.seq, authorKind: "customer", origin } as const;
    return wish(state, { ...named, kind: "take-over", isWanted: true });
  },

  "actions/release-asked": (state, { roomId, origin }) => {
    const holder = holderOf(state, roomId);
    if (!holder || !isHolder(state, roomId)) return changed(state);
    const { messageId, messageSeq } = holder;
    // Only customers' messages are taken over (ACT-2).
    const named = { roomId, messageId, messageSeq, authorKind: "customer", origin } as const;
    return wish(state, { ...named, kind: "take-over", isWanted: false });
  },

  "actions/answered": (state, { key, seq }) => {
    const asked = state.wishes[key];
    if (!asked) return changed(state);
    if (!isAnswered(asked)) return send(state, asked);
    const epoch = state.rooms.byId[asked.roomId]?.epoch ?? "";
    const answered: Wish = { ...asked, sent: null, answered: { seq, epoch }, isSlow: false };
    return changed(withWish(state, key, hasReached(state, answered) ? null : answered), [stopTimer(key)]);
  },

  "actions/failed": (state, { key, error, holder }) => {
    const failed = state.wishes[key];
    if (!failed) return changed(state);
    const back = withWish(state, key, null);
    if (isLogged(back, failed)) return changed(back, [stopTimer(key)]);
    const refused = refuse(back, failed, error, holder);
    return changed(refused.state, [stopTimer(key), ...refused.effects]);
  },

  "actions/slow": (state, { key }) => {
    const slow = state.wishes[key];
    return changed(slow?.sent ? withWish(state, key, { ...slow, isSlow: true }) : state);
  },

  "actions/logged": (state) => changed(withWishes(state, (each) => !hasReached(state, each))),

  "actions/notice-over": (state) => changed({ ...state, notice: null }),

  "actions/copy-asked": (state, { type: _asked, ...named }) => changed(state, [{ type: "copy-of-message", ...named }]),
  "actions/copied": (state, { roomId, messageId, isCopied }) =>
    withNotice(state, { roomId, messageId, origin: "message", said: { kind: isCopied ? "copied" : "not-copied" } }),

  "rooms/removed": (state, { roomId }) => {
    const others = withWishes(state, (each) => each.roomId !== roomId);
    return changed(others.notice?.roomId === roomId ? { ...others, notice: null } : others);
  },
};

/** Ends wishes as soon as the log says the same. */
export function followLog(before: AppState, after: AppState): readonly Effect[] {
  if (before.rooms === after.rooms) return [];
  const isEnded = Object.values(after.wishes).some((each) => hasReached(after, each));
  return isEnded ? [{ type: "dispatch", event: { type: "actions/logged" } }] : [];
}

function wish(state: AppState, act: ActionsEvents["actions/wished"]): Change {
  const asked: Wish = { ...act, sent: null, answered: null, isSlow: false };
  const key = wishKey(asked);
  const before = state.wishes[key];
  if (!before && isLogged(state, asked)) return changed(state);
  // Nothing is queued: what cannot leave now is refused now.
  if (state.connection.phase === "offline") return refuse(state, asked, offlineError, null);
  const cleared = state.notice === null ? state : { ...state, notice: null };
  if (!before?.sent) return send(cleared, asked);
  return changed(withWish(cleared, key, { ...asked, sent: before.sent, isSlow: before.isSlow }));
}

function send(state: AppState, { messageId, messageSeq, isWanted, ...rest }: Wish): Change {
  const act = { messageId, messageSeq, isWanted };
  const sent: Wish = { ...rest, ...act, sent: act, answered: null };
  const key = wishKey(sent);
  return changed(withWish(state, key, sent), [
    { type: "call-act", key, wish: sent },
    { type: "dispatch-later", key: timerKey(key), delayMs: slowMs, event: { type: "actions/slow", key } },
  ]);
}

const isAnswered = ({ sent, messageId, isWanted }: Wish): boolean =>
  sent?.messageId === messageId && sent.isWanted === isWanted;

/** Whether the log says already what is wished. */
function isLogged(state: AppState, { kind, roomId, messageId, messageSeq, isWanted }: Wish): boolean {
  if (kind === "like") {
    const message = loggedMessage(state, roomId, messageSeq);
    return message !== null && hasOwnLike(state, message) === isWanted;
  }
  const holder = state.rooms.byId[roomId]?.takeOver ?? null;
  return (holder?.messageId === messageId && isSamePerson(holder.person, me(state))) === isWanted;
}

/** A message as the log has it, where it is loaded. */
function loggedMessage({ timelines, rooms }: AppState, roomId: RoomId, seq: number): Message | null {
  const range = timelines[roomId]?.ranges.find((each) => covers(each, seq));
  const held = range ? messageAt(range.log, indexAtSeq(range.log, seq)) : null;
  const message = held ?? rooms.byId[roomId]?.lastMessage ?? null;
  return message?.seq === seq ? message : null;
}

const refuse = (
  state: AppState,
  { roomId, messageId, origin }: Wish,
  error: CallError,
  holder: string | null,
): Change => withNotice(state, { roomId, messageId, origin, said: { kind: "refused", error, holder } });

const withNotice = (state: AppState, notice: ActNotice): Change =>
  changed({ ...state, notice }, [
    { type: "dispatch-later", key: "act-notice", delayMs: alertDelayMs, event: { type: "actions/notice-over" } },
  ]);

const timerKey = (key: string): string => `act:${key}`;

const stopTimer = (key: string): Effect => ({ type: "cancel-later", key: timerKey(key) });

function withWish(state: AppState, key: string, wished: Wish | null): AppState {
  const { [key]: _before, ...wishes } = state.wishes;
  return { ...state, wishes: wished === null ? wishes : { ...wishes, [key]: wished } };
}

function withWishes(state: AppState, stays: (wished: Wish) => boolean): AppState {
  const others = Object.entries(state.wishes).filter(([, each]) => stays(each));
  if (others.length === Object.keys(state.wishes).length) return state;
  return { ...state, wishes: Object.fromEntries(others) };
}
