/**
 * The subject of a line. A call is `invoke`, then `ok`, `fail` (it did not happen) or `info` (unknown); an observation is `ok`.
 *
 * - `person`: `proc` acts for person `value`. `room`: messages of `room` carry the nonce `value`.
 * - `join`, `leave`: calls that change the members of `room`.
 * - `publish`: call; `key` is the client_id, and `value` of the `invoke` is the planned time, ms; `ok` has `id` and `seq`.
 * - `read`: call; `seq` of the `invoke` is `upto`, null for the end; `ok` has the read marker in `seq`.
 * - `like`: call on message `id`; `value` is whether it is liked afterwards; `ok` has the event in `seq`.
 * - `take-over`: call on message `id`; the response, even a refusal, has the event in `seq` and the action in `value`.
 * - `edit`, `delete`: calls by the author on message `id`; an edit's new word is in `value`.
 * - `socket`: `ok` opened, `info` closed; `value` is its number. `subscribe`: call for `room` on socket `value`.
 * - `live`: a frame with event `kind` on socket `value`. `apply`: the client shows an event as the next of its room; `value` is
 *   the action, the holder or the word of a message.
 * - `load`: the client's log of `room` starts after `seq`. `whole`: at the end its log reaches `seq`.
 * - `sync`: call. `caught-up`: `value` ms from the loss of the socket until everything was fetched.
 * - `reload`: `room` was fetched completely over HTTP; its head is `seq`. The lines that follow describe it.
 *   `stored`: a message by person `value`. `likes`: people `value` like message `id`; null if not all are named.
 *   `taken`: the take-over in `value`. `says`: message `id`, edited or deleted (`kind`), contains `value`, not its key.
 *   `quotes`: message `id` quotes `value`.
 * - `row`: a row of the room's log in the database.
 * - `unread`: `kind` (list, channels, sync) gives the unread count in `value`, and the read marker in `seq` if it includes it.
 * - `presence`: people `value` are online in `room`. `holder`: person `value`, or nobody, holds it through message `id`.
 * - `nonce`: received bytes contain the nonce `value`; `kind` is frame or body.
 * - `upload`: a file sent as message `key`; `kind` is bytes or jpeg, `value` its SHA-256. `download`: the response for the file or
 *   preview of message `id`. `refused`: upload `key` got a 507 with code `kind`.
 * - `object`: the storage has an object named `kind`. `file-row`: a row names it.
 * - `fault`: `kind` begins (`invoke`) or ends (`ok`).
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

export interface HistoryLine {
  /** Monotonic milliseconds since the history began. */
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

/** A line without its time. Omitted fields are null. */
export type NewLine = Pick<HistoryLine, "proc" | "f" | "type"> & Partial<HistoryLine>;

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

/** The line's `seq` in its room's log; 0 without one. */
export const seqOf = (line: HistoryLine | null): number => line?.seq ?? 0;
