import { likeAction, takeOverAction } from "@cuplaj/protocol/action-ids.ts";
import type { Message } from "@cuplaj/protocol/message.ts";
import type { Room } from "@cuplaj/protocol/room.ts";
import type { SyncEvent } from "@cuplaj/protocol/sync.ts";
import { addOffer, addPerson, type Person } from "./people.ts";
import type { TestApi } from "./test-api.ts";

const actionIds = { "take-over": takeOverAction, like: likeAction } as const;
let offers = 60_000;

/** A message in a response, and its room if the response includes that. */
interface Shown {
  readonly message: Message | undefined;
  readonly room: Room | null;
}

type About = Pick<Message, "id"> & Partial<Pick<Message, "user" | "agent">>;

/** Returns functions that act on messages through the API, and read the outcome from every call that shows it. */
export function createActing({ people: { ana }, call, database }: Pick<TestApi, "people" | "call" | "database">) {
  const say = async (person: Person, room: number, text = "salut"): Promise<Message> =>
    (await call(person, "POST", `/api/v1/publish/${room}`, { message: text })).body.message;
  const open = async (person: Person, room: number): Promise<Room> =>
    (await call(person, "GET", `/api/v1/chat/${room}`)).body.chats[0];
  /** Makes a room with Ana, these members and one message by Ana. */
  const makeRoom = async (members: readonly Person[]) => {
    offers += 1;
    await addOffer(database, offers, ana.id);
    let id = 0;
    for (const person of [ana, ...members])
      id = (await call(person, "POST", "/api/v1/join", { type: 1, channel: offers })).body.chat.id;
    return { id, offer: offers, message: await say(ana, id) };
  };
  const act = (
    person: Person | null,
    room: number | string,
    { id, user, agent }: About,
    what: keyof typeof actionIds,
    state?: boolean,
  ) => {
    const type = user ? "erp" : agent ? "agent" : "customer";
    const path = `/api/v1/chat/${room}/action/${id}/${actionIds[what]}/${type}`;
    return call(person, "POST", path, state === undefined ? undefined : { state });
  };
  const handOver = (person: Person, room: number, to: number, note?: string) =>
    call(person, "POST", `/api/v1/chat/${room}/hand-over`, { to, ...(note === undefined ? {} : { note }) });
  const sync = async (person: Person, room: number, after: number): Promise<readonly SyncEvent[]> =>
    (await call(person, "POST", "/api/v1/sync", { cursors: { [room]: after } })).body.rooms[0].events;
  /** Returns the message as it appears in the room list, in the room, on a page of messages and in a sync. */
  const everywhere = async (person: Person, room: number, { id, seq }: Message): Promise<readonly Shown[]> => {
    const isIt = (message: Message): boolean => message.id === id;
    const listed: Room[] = (await call(person, "GET", "/api/v1/all/1")).body.chats;
    const ofList = listed.find((one) => one.id === room) ?? null;
    const opened = await open(person, room);
    const { data } = (await call(person, "GET", `/api/v1/chat/${room}/1`)).body;
    const [first] = await sync(person, room, seq - 1);
    return [
      { message: ofList?.messages.find(isIt), room: ofList },
      { message: opened.messages.find(isIt), room: opened },
      { message: data.messages.find(isIt), room: null },
      { message: first?.event === "ChatMessage" ? first.data.message : undefined, room: null },
    ];
  };
  const addAgents = async (offer: number, count: number): Promise<readonly Person[]> => {
    const agents: Person[] = [];
    for (let n = 1; n <= count; n += 1) {
      const account = {
        kind: "agent",
        name: `Agent ${n}`,
        username: `agent-${offer}-${n}`,
        role: "Agent",
        hash: "",
      } as const;
      const agent = await addPerson(database, account);
      await call(agent, "POST", "/api/v1/join", { type: 1, channel: offer });
      agents.push(agent);
    }
    return agents;
  };
  return { addAgents, say, open, makeRoom, act, handOver, sync, everywhere };
}
