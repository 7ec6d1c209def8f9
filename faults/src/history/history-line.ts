/**
 * What a line is about. Calls have `invoke` and then `ok`, `fail` (it did not happen) or `info` (nobody knows); the rest
 * are things seen, always `ok`.
 *
 * - `person`: `proc` acts for the person `value`. `room`: messages of `room` carry the nonce `value`.
 * - `join`, `leave`: calls that change who belongs to `room`.
 * - `publish`: call; `key` is the client_id, `value` of the invocation the planned time (ms); `ok` tells `id`, `seq`.
 * - `read`: call; the invocation's `seq` is `upto`, null for the end; `ok` tells the marker in `seq`, unread in `value`.
 * - `like`: call on message `id`; `value` says whether it is liked from then on; `ok` tells the event in `seq`.
 * - `take-over`: call on message `id`; what it was answered, also where another holds the room, has the event in `seq` and what it
 *   says in `value`.
 * - `edit`, `delete`: calls of its author on message `id`, whose text then has the word `value`, or none.
 * - `socket`: `ok` opened, `info` closed, `value` its number. `subscribe`: call for a `room` on socket `value`.
 * - `live`: a frame came, `kind` its event, on socket `value`. `apply`: the client shows the event as the next of its room;
 *   `value` of an action is whose it is on which message, or is no more, of another holder who holds the room, of a message or its
 *   change what it says.
 * - `load`: the client starts its log of `room` after `seq`; `whole`: at the end its log reaches `seq`.
 * - `sync`: call. `caught-up`: `value` ms from the loss of the socket until all was fetched again.
 * - `reload`: the whole of `room` was fetched anew over HTTP, its head is `seq`; `stored`: one message of it by person
 *   `value`; `likes`: the persons `value` like message `id`, where anybody does (null where not all are named); `taken`: the take-over of a message, as in `take-over`; `says`: message
 *   `id` says the word `value` and not its key, mostly since it is edited or deleted (`kind`); `quotes`: message `id` quotes what `value` says. `row`: one row of the room's log in the database.
 * - `unread`: `kind` (list, channels, sync) says `value` unread, marker at `seq` where it is told.
 * - `presence`: the persons `value` are told to be online in `room`. `holder`: the person `value` holds it by message `id`, or nobody.
 * - `nonce`: the nonce `value` was in bytes that came; `kind` frame or body.
 * - `upload`: a file is sent as message `key`: `kind` bytes or jpeg, its SHA-256 in `value`. `download`: what the file (or preview) of
 *   message `id` was answered with. `refused`: upload `key` was answered 507 with the code `kind`. `object`: the storage has one of the name `kind`; `file-row`: a row names it.
 */
export type Happening =
  | "person"
  | "room"
  | "join"
  | "leave"
  | "publish"
  | "read"
  | "like"
  | "take-over"
  | "edit"
  | "delete"
  | "socket"
  | "subscribe"
  | "live"
  | "apply"
  | "load"
  | "whole"
  | "sync"
  | "caught-up"
  | "reload"
  | "stored"
  | "likes"
  | "taken"
  | "says"
  | "quotes"
  | "row"
  | "unread"
  | "presence"
  | "holder"
  | "nonce"
  | "upload"
  | "download"
  | "refused"
  | "object"
  | "file-row"
  | "fault";

/** One line of a history. */
export interface HistoryLine {
  /** Milliseconds since the history began, of a clock that never jumps. */
  readonly t_mono: number;
  readonly proc: string;
  readonly f: Happening;
  readonly type: "invoke" | "ok" | "fail" | "info";
  readonly room: number | null;
  readonly key: string | null;
  readonly kind: string | null;
  readonly id: number | null;
  readonly seq: number | null;
  readonly value: unknown;
}

/** What a line says beyond its time; what is left out is null. */
export type NewLine = Pick<HistoryLine, "proc" | "f" | "type"> & Partial<HistoryLine>;

/** A whole line. */
export function toLine(line: NewLine, time: number): HistoryLine {
  return {
    t_mono: Math.round(time * 1000) / 1000,
    proc: line.proc,
    f: line.f,
    type: line.type,
    room: line.room ?? null,
    key: line.key ?? null,
    kind: line.kind ?? null,
    id: line.id ?? null,
    seq: line.seq ?? null,
    value: line.value ?? null,
  };
}

/** The `seq` of a line in its room's log; 0 where it has none. */
export const seqOf = (line: HistoryLine | null): number => line?.seq ?? 0;
