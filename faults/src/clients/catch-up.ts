import { type ClientState, loadRoom, pause } from "./client-state.ts";
import { outcomeOf, wordOf } from "./http-caller.ts";
import { readRoomEvent } from "./read-event.ts";

/** Fetches missed events, one fetch at a time. */
export interface CatchUp {
  /** Resolves once everything up to now has been fetched, or the client stops. */
  run(): Promise<void>;
}

interface SyncedRoom {
  readonly id: number;
  readonly events: readonly { readonly event: string; readonly data: unknown }[];
  readonly head: number;
  readonly has_more: boolean;
}

interface SyncAnswer {
  readonly epoch: string;
  readonly rooms: readonly SyncedRoom[];
  readonly reset: readonly number[];
  readonly unread: Readonly<Record<string, number>>;
}

/** MSG-6: repeats `sync` with all cursors, as a client does, until nothing is left. */
export function createCatchUp(state: ClientState): CatchUp {
  let epoch: string | null = null;
  let running: Promise<void> | null = null;
  let isWanted = false;

  const fetchAll = async (): Promise<void> => {
    for (let hasMore = true; hasMore && !state.isStopped;) {
      const answer = await sync(state, epoch);
      if (answer === null) {
        await pause(state, 100, 300);
        continue;
      }
      ({ epoch } = answer);
      for (const room of answer.rooms) take(state, room);
      for (const id of answer.reset) await restart(state, id);
      hasMore = answer.rooms.some((room) => room.has_more);
    }
  };

  const fetchWhileWanted = async (): Promise<void> => {
    while (isWanted && !state.isStopped) {
      isWanted = false;
      await fetchAll();
    }
  };

  return {
    // A fetch in progress may miss later events, so another one follows it.
    run() {
      isWanted = true;
      running ??= fetchWhileWanted().finally(() => (running = null));
      return running;
    },
  };
}

async function sync(state: ClientState, epoch: string | null): Promise<SyncAnswer | null> {
  const cursors = Object.fromEntries([...state.logs].map(([id, log]) => [id, log.cursor()]));
  state.note({ f: "sync", type: "invoke" });
  const answer = await state.http.call("POST", "/api/v1/sync", { cursors, ...(epoch === null ? {} : { epoch }) });
  const outcome = outcomeOf(answer);
  if (outcome !== "ok" || answer.kind !== "answer") {
    state.note({ f: "sync", type: outcome, value: wordOf(answer) });
    return null;
  }
  const body: SyncAnswer = answer.body;
  state.note({ f: "sync", type: "ok", value: body.rooms.reduce((sum, { events }) => sum + events.length, 0) });
  return body;
}

function take(state: ClientState, { id, events, head, has_more: hasMore }: SyncedRoom): void {
  const read = events.flatMap(({ event, data }) => readRoomEvent(event, data) ?? []);
  state.show(state.logs.get(id)?.fetched(read, head, hasMore) ?? []);
}

/** Reloads a room whose log the server cannot continue, or drops the room if it is gone. */
async function restart(state: ClientState, roomId: number): Promise<void> {
  const answer = await state.http.call("GET", `/api/v1/chat/${roomId}/1`);
  const isGone = answer.kind === "answer" && (answer.status === 404 || answer.status === 403);
  if (isGone) state.logs.delete(roomId);
  // The client may have left the room during the call.
  if (isGone || !state.logs.has(roomId)) return;
  state.note({ f: "sync", type: "ok", kind: "reset", room: roomId });
  await loadRoom(state, roomId);
}
