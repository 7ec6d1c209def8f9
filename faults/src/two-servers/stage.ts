import { monoMs } from "../clock.ts";
import { type Answer, createCaller } from "../clients/http-caller.ts";
import { createRecorder } from "../history/recorder.ts";
import type { Product } from "../product/product.ts";
import { seedWorld } from "../product/world.ts";
import { findServer, type Holder, openTab, type Server, type Tab } from "../tabs/tab.ts";
import type { RedisProcess } from "./redis-process.ts";

export interface Said {
  readonly text: string;
  readonly seq: number;
  readonly at: number;
}

/** Two servers, and people in one room who are all connected to the second. */
export interface Stage {
  readonly redis: RedisProcess;
  readonly first: Product;
  readonly second: Product;
  /** People get signatures from the first server and connect to the second. */
  readonly servers: { readonly signing: Server; readonly listening: Server };
  readonly room: { readonly id: number; readonly channel: string };
  readonly say: (over?: Product) => Promise<Said>;
  readonly leave: (holder: Holder) => Promise<number>;
  /** Members who stay: one on the room's channel and their own, one only on the room's, and the others only on their own. */
  readonly staying: readonly Tab[];
  readonly leaving: readonly Tab[];
}

const staysCount = 5;

export async function setStage(
  first: Product,
  second: Product,
  redis: RedisProcess,
  leaversCount: number,
): Promise<Stage> {
  const people = 1 + staysCount + leaversCount;
  const membersOf = () => Array.from({ length: people }, (_, index) => index);
  const world = await seedWorld(first, createRecorder(), { rooms: 1, people, membersOf });
  const [room] = world.rooms;
  const [speaker, ...listeners] = world.people;
  if (room === undefined || speaker === undefined) throw new Error("nobody was seeded");
  const channel = `presence-${room.name}`;
  const there = await findServer(second.address);
  const tabs: Tab[] = [];
  for (const [index, holder] of listeners.entries()) {
    const own = `private-user.${holder.id}`;
    const channels = index === 0 || index >= staysCount ? [own, channel] : index === 1 ? [channel] : [own];
    tabs.push(await openTab(there, holder, channels));
  }
  const call = async (
    over: Product,
    { token }: Holder,
    path: string,
    body: object,
  ): Promise<Extract<Answer, { kind: "answer" }>> => {
    const http = createCaller({ address: over.address, token });
    const answer = await http.call("POST", path, body);
    http.close();
    if (answer.kind !== "answer" || answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
  let saidCount = 0;
  return {
    redis,
    first,
    second,
    servers: { signing: await findServer(first.address), listening: there },
    room: { id: room.id, channel },
    async say(over = first) {
      saidCount += 1;
      const text = `said ${saidCount}.`;
      const { body } = await call(over, speaker, `/api/v1/publish/${room.id}`, { message: text });
      return { text, seq: body.message.seq, at: monoMs() };
    },
    async leave(holder) {
      await call(first, holder, `/api/v1/leave/${room.id}`, {});
      return monoMs();
    },
    staying: tabs.slice(0, staysCount),
    leaving: tabs.slice(staysCount),
  };
}

const textOf = (data: unknown): string | undefined =>
  (data as { message?: { message?: string } } | null)?.message?.message;
const seqOf = (data: unknown): number => (data as { room?: { last_seq?: number } } | null)?.room?.last_seq ?? 0;
const headOf = (data: unknown, roomId: number): number =>
  (data as { heads?: { id: number; last_seq: number }[] } | null)?.heads?.find(({ id }) => id === roomId)?.last_seq ??
  0;

export const receivedAt = ({ events }: Tab, { text }: Said): number =>
  events.find(({ event, data }) => event === "ChatMessage" && textOf(data) === text)?.at ?? Number.POSITIVE_INFINITY;

export const hasReceived = (tab: Tab, said: Said): boolean => Number.isFinite(receivedAt(tab, said));

/** When a tab first learned that the log reaches `seq`: by an event at or after that, or by the room's head. */
export const knewAt = ({ events }: Tab, roomId: number, seq: number): number =>
  events.find(({ data }) => seqOf(data) >= seq || headOf(data, roomId) >= seq)?.at ?? Number.POSITIVE_INFINITY;

export const sawLeave = ({ events }: Tab, { id }: Holder): number =>
  events.find(
    ({ event, data }) =>
      event === "pusher_internal:member_removed" && (data as { user_id?: string } | null)?.user_id === String(id),
  )?.at ?? Number.POSITIVE_INFINITY;
