import type { RequestUpdated } from "@cuplaj/protocol/events.ts";
import type { RequestState } from "@cuplaj/protocol/request.ts";
import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import { concernsRequest, requestStateAfter } from "./rules.ts";
import type { NewVersion } from "./store.ts";

/** A locked room that began with a request, as it was before the offers. */
interface RequestRoom {
  readonly id: number;
  readonly roomId: number;
  readonly offerId: number | null;
  readonly seq: number;
  readonly state: RequestState;
  readonly messageSeq: number;
}

/** A room with new log entries after `seq`, which an offer caused. */
export interface LoggedRoom {
  readonly offerId: number;
  readonly roomId: number;
  readonly seq: number;
}

const lockRooms = namedStatement(
  "offers-lock-requests",
  "select from rooms where request_id = any($1) or offer_id = any($2) order by id for update",
);
const selectRequests = namedStatement<RequestRoom>(
  "offers-requests",
  `select q.id, r.id as "roomId", r.offer_id as "offerId", r.last_seq as seq, q.state, q.message_seq as "messageSeq"
   from requests q join rooms r on r.request_id = q.id where q.id = any($1)`,
);
const logAnswers = namedStatement(
  "offers-log-answers",
  `select log_event((answer->>'room')::bigint, 'request', (answer->>'by')::bigint, $2, null, answer->'payload')
   from (select answer from jsonb_array_elements($1) with ordinality each (answer, turn) order by turn) answers`,
);
const changeStates = namedStatement(
  "offers-request-states",
  "update requests q set state = s.state, reason = null from unnest($1::bigint[], $2::text[]) s (id, state) where q.id = s.id",
);

/** Locks the rooms of the requests concerned together with those of the `replaced` offers, by ascending id. Returns the requests by id. */
export async function lockRequests(
  client: StatementPool,
  versions: readonly NewVersion[],
  replaced: readonly number[],
): Promise<ReadonlyMap<number, RequestRoom>> {
  const concerned = versions.filter(({ before, offer }) => concernsRequest(before, offer));
  if (concerned.length === 0) return new Map();
  const ids = concerned.map(({ offer }) => offer.request_id);
  const [, requests] = await Promise.all([lockRooms(client, [ids, replaced]), selectRequests(client, [ids])]);
  return new Map(requests.map((request) => [request.id, request]));
}

/** REQ-1e: the request's room for the first offer that answers it, by offer. */
export function takenRooms(
  requests: ReadonlyMap<number, RequestRoom>,
  versions: readonly NewVersion[],
): ReadonlyMap<number, number> {
  const firstOffers = new Map<number, number>();
  for (const { before, offer } of versions)
    if (before === null && offer.request_id !== null && !firstOffers.has(offer.request_id))
      firstOffers.set(offer.request_id, offer.id_cerere);
  return new Map(
    [...requests.values()].flatMap(({ id, roomId, offerId }) => {
      const first = firstOffers.get(id);
      return offerId === null && first !== undefined ? [[first, roomId]] : [];
    }),
  );
}

/** REQ-1e: logs in a request's room each offer that answers it or is ordered. Returns rooms with entries besides the offers' own `rooms`. */
export async function answerRequests(
  client: StatementPool,
  requests: ReadonlyMap<number, RequestRoom>,
  { versions, rooms, now }: { versions: readonly NewVersion[]; rooms: readonly LoggedRoom[]; now: string },
): Promise<readonly LoggedRoom[]> {
  const roomOf = new Map(rooms.map(({ offerId, roomId }) => [offerId, roomId]));
  const states = new Map<number, RequestState>();
  const further = new Map<number, LoggedRoom>();
  const answers = versions.flatMap(({ before, offer, actor }) => {
    const request = offer.request_id === null ? undefined : requests.get(offer.request_id);
    const room_id = roomOf.get(offer.id_cerere);
    if (!concernsRequest(before, offer) || request === undefined || room_id === undefined) return [];
    const { id, roomId, seq, messageSeq } = request;
    const was = states.get(id) ?? request.state;
    const state = requestStateAfter(was, offer.status);
    if (before !== null && state === was) return [];
    states.set(id, state);
    further.set(roomId, { offerId: offer.id_cerere, roomId, seq });
    const payload: Pick<RequestUpdated, "request" | "offer"> = {
      request: { id, state, reason: null, seq: messageSeq },
      offer: { id: offer.id_cerere, room_id },
    };
    return [{ room: roomId, by: actor.id, payload }];
  });
  if (answers.length === 0) return [];
  await logAnswers(client, [JSON.stringify(answers), now]);
  await changeStates(client, [[...states.keys()], [...states.values()]]);
  for (const { roomId } of rooms) further.delete(roomId);
  return [...further.values()];
}
