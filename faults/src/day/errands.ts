import { randomUUID } from "node:crypto";
import { ask } from "../clients/client-state.ts";
import { keepCar, lookAtCars } from "./car-errands.ts";
import { type Errand, type Named, roomOf } from "./errand.ts";
import { attach, giveUpUpload, openFile } from "./file-errands.ts";
import { askForOffer, askForParts, decide, decideForCustomer, revise } from "./offer-errands.ts";
import { useMail } from "./mail-errand.ts";
import { administer, readEdits } from "./office.ts";
import { signIn } from "./residents.ts";
import { bringIn, findColleague, handOver, wander } from "./staff-errands.ts";

/** Errands, with how often each is dealt in a round. */
export type Deck = readonly (readonly [errand: Errand, times: number])[];

const publish: Errand = (living) =>
  living.client.publish({ room: roomOf(living), isRepeated: true, isReply: living.random.next() < 0.2 });

const type: Errand = async (living) => {
  const { name } = roomOf(living);
  const channel = `presence-${name}`;
  living.client.link.socket()?.send("client-typing", { name: living.resident.name, channel }, channel);
};

const browse: Errand = async (living) => {
  const { state } = living.client;
  const { id, name } = roomOf(living);
  const { members } = (await ask(state, "GET", `/api/v1/chat/${id}/members/1`)).body;
  const ids = (kind: string): number[] => members.flatMap((member: Named) => (member.type === kind ? [member.id] : []));
  const people = { customers: ids("customer"), users: ids("erp"), agents: ids("agent") };
  await ask(state, "POST", "/api/v1/users", people);
  for (const path of ["me", "channels", "all/1?filter=unread&sort=waiting", `chat/${name}`, "offers?search=615"])
    await ask(state, "GET", `/api/v1/${path}`);
  const seen = state.seen.find(({ room }) => room === id);
  if (seen !== undefined) await ask(state, "GET", `/api/v1/chat/${id}/message/${seen.id}/actions/1`);
};

const search: Errand = async (living) => {
  for (const body of [{ search: "Octavia" }, { search: "Marin", room_id: roomOf(living).id }])
    await ask(living.client.state, "POST", "/api/v1/search", body);
};

/** Fetches the whole conversation and its offer, as printing does. */
const print: Errand = async (living) => {
  const { state } = living.client;
  const { id, offerId } = roomOf(living);
  let before = "";
  for (let page = 0; page < 5; page += 1) {
    const { messages } = (await ask(state, "GET", `/api/v1/chat/${id}/1${before}`)).body.data;
    if (messages.length === 0) break;
    before = `?before_seq=${messages[0].seq}`;
  }
  await ask(state, "GET", `/api/v1/oferta/${offerId}`);
};

const arrange: Errand = async (living) => {
  const { state } = living.client;
  const room = roomOf(living);
  for (const isOn of [true, false]) {
    await ask(state, "POST", `/api/v1/pin/${room.id}`, { pinned: isOn });
    await ask(state, "POST", `/api/v1/mute/${room.id}`, { muted: isOn });
  }
  const { messages } = (await ask(state, "GET", `/api/v1/chat/${room.id}/1`)).body.data;
  if (messages.length === 0) return;
  for (const from of [messages.at(-1).seq, null]) await ask(state, "POST", `/api/v1/mark-unread/${room.id}`, { from });
};

const choose: Errand = async ({ client: { state }, random }) => {
  await ask(state, "PUT", "/api/v1/me", { locale: random.pick(["ro", "en"]) });
  await ask(state, "PUT", "/api/v1/me/notifications", {
    privacy: random.pick(["what", "who", "nothing"]),
    quiet: null,
  });
};

const subscribePush: Errand = async ({ client: { state } }, { outside }) => {
  const subscription = outside.subscription();
  await ask(state, "POST", "/api/v1/subscribePush", subscription);
  if (state.random.next() < 0.3) await ask(state, "POST", "/api/v1/unsubscribePush", subscription);
};

const stumble: Errand = (living) => living.client.stumble(roomOf(living));

const sign: Errand = async (living) => {
  const socket = living.client.link.socket();
  if (socket === null) return;
  const body = { socket_id: socket.socketId, channel_name: `presence-${roomOf(living).name}` };
  await ask(living.client.state, "POST", "/api/broadcasting/auth", body);
};

/** Reads everything at the end, since what was written while silenced never counts as unread (SIL-1). */
const silence: Errand = async (living) => {
  const { resident, client } = living;
  const { members } = (await ask(client.state, "GET", `/api/v1/chat/${roomOf(living).id}/members/1`)).body;
  const other = members.find(({ id }: Named) => id !== resident.id);
  if (other === undefined) return;
  for (const silenced of [true, false])
    await ask(client.state, "POST", `/api/v1/silence/${other.id}/${other.type}`, { silenced });
  for (const room of resident.rooms) await client.read(room, null);
};

const useSecondDevice: Errand = async ({ resident, client: { state } }) => {
  await signIn(state.address, resident);
  const { devices } = (await ask(state, "GET", "/api/v1/me/devices")).body;
  const others = devices.filter(({ is_current: isCurrent }: { is_current: boolean }) => !isCurrent);
  for (const { id } of others) await ask(state, "DELETE", `/api/v1/me/devices/${id}`);
};

const changePassword: Errand = async ({ resident, client: { state } }) => {
  const password = randomUUID();
  await ask(state, "POST", "/api/v1/me/password", { current: resident.password, password });
  resident.password = password;
};

const everybody: Deck = [
  [publish, 12],
  [(living) => living.client.read(roomOf(living), null), 6],
  [({ client, random }) => client.like(random.next() < 0.6), 3],
  [({ client }) => client.change("edit"), 2],
  [({ client }) => client.change("delete"), 1],
  [type, 4],
  [browse, 3],
  [search, 2],
  [attach, 2],
  [openFile, 2],
  ...[print, giveUpUpload, arrange, choose, subscribePush, stumble, sign].map((errand) => [errand, 1] as const),
];

const ofStaff: Deck = [
  [({ client }) => client.takeOver(true), 3],
  [({ client }) => client.takeOver(false), 1],
  [handOver, 2],
  [revise, 2],
  ...[decideForCustomer, lookAtCars, bringIn, wander, findColleague].map((errand) => [errand, 1] as const),
];

export const decks = {
  customer: [
    ...everybody,
    [decide, 3],
    ...[silence, keepCar, useSecondDevice, changePassword, useMail, askForOffer, askForParts].map(
      (errand) => [errand, 1] as const,
    ),
  ],
  staff: [...everybody, ...ofStaff],
  admin: [
    [administer, 1],
    [readEdits, 1],
    [publish, 2],
    [browse, 1],
  ],
} satisfies Record<string, Deck>;
