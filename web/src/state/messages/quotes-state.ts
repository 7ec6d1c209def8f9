import { hasPermission } from "@cuplaj/protocol/permission.ts";
import { retryLater, underWay, withoutFailure } from "../retries/retries-state.ts";
import type { Message, RoomId, CallError, MessageName } from "../entities.ts";
import { me, selectedRoomId } from "../selectors.ts";
import type { AppState, Effect } from "../shape.ts";
import { changed, type Change, type Handlers, type IsDue, dispatched } from "../transition.ts";
import { quoteKey, quotedNow, withQuoted } from "./quoted.ts";

declare module "../shape.ts" {
  interface AppState extends QuotesState {}
  interface AppEvents extends QuotesEvents {}
  interface AppEffects extends QuotesEffects {}
}

export interface QuotesState {
  /** Messages that drafts and pending messages quote and that no loaded history includes, by `quoteKey`. */
  readonly quoted: Readonly<Record<string, WantedMessage>>;
  /** Where the person followed quotes from, by `seq`, the last one last (REPLY-4); null means the live end. */
  readonly wayBack: { readonly roomId: RoomId; readonly seqs: readonly (number | null)[] } | null;
}

type NamedMessage = { readonly roomId: RoomId } & MessageName;

export type WantedMessage = NamedMessage & { readonly message: Message | null };

export interface QuotesEvents {
  "quotes/reply-asked": { readonly message: Message };
  /** A quote was followed from the message `from`, or from a pending message or the composer if that is null. */
  "quotes/followed": { readonly roomId: RoomId; readonly seq: number; readonly from: number | null };
  "quotes/returned": { readonly roomId: RoomId };
  "quotes/left": { readonly roomId: RoomId };
  "quotes/wanted": NamedMessage;
  "quotes/loaded": WantedMessage;
  "quotes/failed": NamedMessage & { readonly error: CallError };
}

export interface QuotesEffects {
  "call-quoted": NamedMessage;
}

export const quotesHandlers = {
  "quotes/reply-asked": (state, { message }) => {
    const { roomId, id: messageId, seq } = message;
    const begin = dispatched({ type: "drafts/reply-begun", roomId, messageId, seq });
    return changed(state, canReply(state, message) ? [begin] : []);
  },

  "quotes/followed": (state, { roomId, seq, from }) => {
    const before = state.wayBack?.roomId === roomId ? state.wayBack.seqs : [];
    return show({ ...state, wayBack: { roomId, seqs: [...before, from] } }, roomId, seq);
  },

  "quotes/returned": (state, { roomId }) => {
    const seq = state.wayBack?.roomId === roomId ? state.wayBack.seqs.at(-1) : undefined;
    if (seq === undefined) return changed(state);
    const seqs = state.wayBack?.seqs.slice(0, -1) ?? [];
    return show({ ...state, wayBack: seqs.length === 0 ? null : { roomId, seqs } }, roomId, seq);
  },

  "quotes/left": (state, { roomId }) => changed(withoutWayBack(state, roomId)),
  "messages/end-asked": (state, { roomId }) => changed(withoutWayBack(state, roomId)),
  "messages/end-changed": (state, { roomId, isAtEnd }) =>
    changed(isAtEnd && state.linkedMessage === null ? withoutWayBack(state, roomId) : state),

  "quotes/wanted": (state, { type: _wanted, ...name }) => {
    const key = quoteKey(name.roomId, name.messageId);
    if (state.quoted[key] || quotedNow(state, name.roomId, name)) return changed(state);
    const quoted = { ...state.quoted, [key]: { ...name, message: null } };
    return changed({ ...state, quoted }, [{ type: "call-quoted", ...name }]);
  },

  // If an event has already brought a newer version, by its `updatedSeq`, that version stays, whatever the room's cursor.
  "quotes/loaded": (state, { message, ...name }) => {
    const answered = withoutFailure(state, failureKey(name));
    return changed(message ? withQuoted(answered, message) : answered);
  },

  // The reply is sent anyway, and its author then sees the quote.
  "quotes/failed": (state, { error, ...name }, context) =>
    state.quoted[quoteKey(name.roomId, name.messageId)]
      ? retryLater(state, failureKey(name), error, context)
      : changed(state),

  // A reset brings no events for changes made since, so loaded messages are dropped and pending requests repeated.
  "sync/answered": (state, { answer: { reset } }) => {
    const wanted = Object.values(state.quoted);
    const isStale = ({ roomId }: WantedMessage): boolean => reset.includes(roomId);
    if (!wanted.some(isStale)) return changed(state);
    const left = wanted.filter((one) => !isStale(one) || one.message === null);
    const quoted = Object.fromEntries(left.map((one) => [quoteKey(one.roomId, one.messageId), one]));
    return loadAgain({ ...state, quoted }, left.filter(isStale));
  },
} satisfies Partial<Handlers>;

const failureKey = ({ roomId, messageId }: NamedMessage): string => `quotes.${quoteKey(roomId, messageId)}`;

export const retryQuoted = (state: AppState, isDue: IsDue): Change =>
  loadAgain(
    state,
    Object.values(state.quoted).filter((one) => one.message === null && isDue(failureKey(one))),
  );

const loadAgain = (state: AppState, wanted: readonly WantedMessage[]): Change =>
  changed(
    wanted.reduce((next, one) => underWay(next, failureKey(one)), state),
    wanted.map(({ message: _none, ...name }) => ({ type: "call-quoted", ...name })),
  );

export function followWayBack(before: AppState, after: AppState): readonly Effect[] {
  const roomId = after.wayBack?.roomId;
  if (roomId === undefined || before.openRoom === after.openRoom || selectedRoomId(after) === roomId) return [];
  return [dispatched({ type: "quotes/left", roomId })];
}

export const canReply = (state: AppState, { author, isDeleted, roomId }: Message): boolean =>
  author !== null &&
  !isDeleted &&
  state.rooms.byId[roomId]?.isMember === true &&
  hasPermission(me(state)?.roles, "messages.publish");

export const hasWayBack = ({ wayBack }: AppState, roomId: RoomId): boolean => wayBack?.roomId === roomId;

const show = (state: AppState, roomId: RoomId, seq: number | null): Change =>
  changed(state, [
    dispatched(
      seq === null
        ? { type: "messages/end-asked", roomId }
        : { type: "messages/around-asked", roomId, seq, isMarked: true },
    ),
  ]);

const withoutWayBack = (state: AppState, roomId: RoomId): AppState =>
  state.wayBack?.roomId === roomId ? { ...state, wayBack: null } : state;
