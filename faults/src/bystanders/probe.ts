import { randomUUID } from "node:crypto";
import { every, monoMs, sleep } from "../clock.ts";
import { createCaller, type HttpCaller } from "../clients/http-caller.ts";
import type { SeededRoom, World } from "../product/world.ts";
import { openTab, type Server, type Tab } from "../tabs/tab.ts";

/** The interval between two messages, and between two other calls, over all people, ms. */
const everyMs = 25;
/** How long the last calls wait for a response, ms. */
const settleMs = 1000;

export interface Felt {
  readonly calls: readonly number[];
  /** Times of delivery, one for each message at each member's socket. */
  readonly deliveries: readonly number[];
  /** The number of calls that got no response, or a status other than 2xx. */
  readonly refused: number;
}

/** Well-behaved people in rooms of their own, who stay within every limit. */
export interface Probe {
  /** Publishes, and makes the web app's calls, for `seconds`. */
  measure(seconds: number): Promise<Felt>;
  close(): void;
}

interface Caller {
  readonly http: HttpCaller;
  readonly room: SeededRoom;
}

/** Opens one socket for each member of each room. */
export async function startProbe(server: Server, rooms: World["rooms"]): Promise<Probe> {
  const tabs: Tab[] = [];
  const byIndex: Caller[][] = [];
  for (const room of rooms) {
    for (const [index, member] of room.members.entries()) {
      tabs.push(await openTab(server, member, [`presence-${room.name}`]));
      (byIndex[index] ??= []).push({ room, http: createCaller({ address: server.address, token: member.token }) });
    }
  }
  // Rooms take turns, since quick events in one room would be batched (LIVE-9).
  const callers = byIndex.flat();
  return {
    measure: (seconds) => measure({ tabs, callers }, seconds),
    close() {
      for (const tab of tabs) tab.close();
      for (const { http } of callers) http.close();
    },
  };
}

async function measure(
  { tabs, callers }: { readonly tabs: readonly Tab[]; readonly callers: readonly Caller[] },
  seconds: number,
): Promise<Felt> {
  const sentAt = new Map<string, number>();
  const calls: number[] = [];
  let asked = 0;
  const ask = async (call: ReturnType<HttpCaller["call"]>): Promise<void> => {
    asked += 1;
    const at = monoMs();
    const answer = await call;
    if (answer.kind === "answer" && answer.status < 300) calls.push(monoMs() - at);
  };
  const start = monoMs();
  let turn = 0;
  const stop = every(everyMs, () => {
    const [speaker, reader] = [callers[turn % callers.length], callers[(turn * 7 + 3) % callers.length]];
    if (speaker === undefined || reader === undefined) throw new Error("there is nobody to ask anything");
    turn += 1;
    const key = randomUUID();
    // Times begin at the actual send, so that a late timer does not look like slow delivery.
    sentAt.set(key, monoMs());
    const message = { message: `probe ${turn}`, client_id: key };
    void ask(speaker.http.call("POST", `/api/v1/publish/${speaker.room.id}`, message));
    void ask(askAsTheApp(reader, turn));
  });
  await sleep(seconds * 1000);
  stop();
  await sleep(settleMs);
  const deliveries = tabs.flatMap((tab) => deliveriesOf(tab, sentAt, start));
  return { calls, deliveries, refused: asked - calls.length };
}

function askAsTheApp({ http, room }: Caller, turn: number): ReturnType<HttpCaller["call"]> {
  switch (turn % 4) {
    case 0:
      return http.call("GET", "/api/v1/channels");
    case 1:
      return http.call("GET", `/api/v1/chat/${room.id}/1`);
    case 2:
      return http.call("POST", `/api/v1/read/${room.id}`, {});
    default:
      return http.call("GET", "/api/v1/all/1");
  }
}

function deliveriesOf({ events }: Tab, sentAt: ReadonlyMap<string, number>, from: number): number[] {
  return events.flatMap(({ at, event, data }) => {
    if (event !== "ChatMessage" || at < from) return [];
    const sent = sentAt.get((data as { message?: { client_id?: string } } | null)?.message?.client_id ?? "");
    return sent === undefined ? [] : [at - sent];
  });
}
