import { randomUUID } from "node:crypto";
import { outcomeOf, wordOf } from "../clients/http-caller.ts";
import { ask, loadRoom } from "../clients/client-state.ts";
import { shownAction } from "../clients/read-event.ts";
import { callBytes } from "../files/file-calls.ts";
import { sendFile } from "../files/send-file.ts";
import { chooseFile } from "../files/sent-file.ts";
import type { Room } from "../product/world.ts";
import { openRoom, reviseOffer } from "./erp.ts";
import { administer, readEdits } from "./office.ts";
import { signIn } from "./residents.ts";
import type { Living, Town } from "./town.ts";

/** Something that people do; throws if the product refuses it. */
export type Errand = (living: Living, town: Town) => Promise<unknown>;

/** Errands by how often they come up, for everybody, customers and staff. */
export type Deck = readonly (readonly [errand: Errand, times: number])[];

interface MessageWithFile {
  readonly messages_file: { readonly url: string; readonly preview_url?: string };
}

interface Named {
  readonly id: number;
  readonly type: string;
}

const roomOf = ({ resident, random }: Living): Room => random.pick(resident.rooms);
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

/** As the printing page does: the whole conversation, and its offer. */
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

const attach: Errand = async (living) => {
  const { client, random } = living;
  const room = roomOf(living);
  const way = random.next() < 0.5 ? "form" : "tus";
  const answer = await sendFile(client.state, { room, file: chooseFile(random), way, cuts: 0 });
  if (answer.kind !== "answer" || answer.status !== 201) throw new Error(`a file came to ${JSON.stringify(answer)}`);
  // Some of them are deleted later, as other messages are.
  if (random.next() < 0.3) client.state.own.push({ room, id: JSON.parse(answer.body.toString()).message.id });
};

const giveUpUpload: Errand = async ({ client: { state } }) => {
  const caller = { address: state.address, token: state.person.token };
  const headers = { "tus-resumable": "1.0.0", "upload-length": "4096" };
  const begun = await callBytes(caller, { method: "POST", path: "/api/v1/uploads", headers });
  const path = begun.kind === "answer" ? String(begun.headers.location) : "";
  const part = { ...headers, "upload-offset": "0", "content-type": "application/offset+octet-stream" };
  await callBytes(caller, { method: "PATCH", path, headers: part, body: Buffer.alloc(1024) });
  const removed = await callBytes(caller, { method: "DELETE", path, headers });
  if (removed.kind !== "answer" || removed.status !== 204) throw new Error("an upload could not be given up");
};

const openFile: Errand = async ({ client: { state }, resident, random }) => {
  for (const { id } of resident.rooms) {
    const { messages } = (await ask(state, "GET", `/api/v1/chat/${id}/files/1`)).body;
    if (messages.length === 0) continue;
    const { url, preview_url: preview = url } = random.pick<MessageWithFile>(messages).messages_file;
    await state.http.call("POST", url);
    for (const path of [url, preview]) {
      const caller = { address: state.address, token: state.person.token };
      const answer = await callBytes(caller, { method: "GET", path, headers: { range: "bytes=0-99" } });
      // 404: its author deleted it meanwhile.
      if (answer.kind !== "answer" || ![206, 404].includes(answer.status)) throw new Error(`${path} cannot be read`);
    }
    return;
  }
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

const subscribePush: Errand = async ({ client: { state } }, { services }) => {
  const subscription = services.subscription();
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

/** What is written meanwhile never counts as unread, so that everything is read at the end. */
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

/** Decides all open lines, or the first. */
const decide: Errand = async (living, town) => {
  const { client, random, resident } = living;
  const { offerId } = roomOf(living);
  const { oferta } = (await ask(client.state, "GET", `/api/v1/oferta/${offerId}`)).body;
  const open = oferta.lines.filter(({ status }: { status: string }) => status === "offered");
  const chosen = random.next() < 0.3 ? open : open.slice(0, 1);
  if (chosen.length === 0) return;
  const what = chosen.length > 1 ? "accept" : `line/${chosen[0].id}/${random.pick(["accept", "decline"])}`;
  const body = { version: oferta.version, ...(resident.kind === "erp" ? { on_behalf: true } : {}) };
  const answer = await client.state.http.call("POST", `/api/v1/oferta/${offerId}/${what}`, body);
  // 409: the ERP or somebody else was faster.
  if (answer.kind !== "answer" || (answer.status !== 200 && answer.status !== 409))
    throw new Error(`a decision came to ${JSON.stringify(answer)}`);
  if (answer.status !== 200 || answer.body.oferta.version !== oferta.version + 1) return;
  for (const { id: line } of chosen) town.decisions.push({ offer: offerId, line, version: oferta.version + 1 });
};

const askForOffer: Errand = async ({ client, resident }, town) => {
  if (resident.rooms.length >= 2) return;
  const room = await openRoom(town, resident);
  await loadRoom(client.state, room.id);
  await client.link.subscribe(room.id, `presence-${room.name}`).catch(() => false);
};

const revise: Errand = (living, town) => reviseOffer(town, roomOf(living));

/** Gives a held room to a colleague who is there. */
const handOver: Errand = async ({ client, resident }) => {
  const { state } = client;
  if (state.held.size === 0) await client.takeOver(true);
  const [held] = state.held.values();
  if (held === undefined) return;
  const { room, id } = held;
  const { members } = (await ask(state, "GET", `/api/v1/chat/${room}/members/1`)).body;
  const other = members.find((member: Named) => member.id !== resident.id && member.type !== "customer");
  if (other === undefined) return;
  state.note({ f: "take-over", type: "invoke", room, id });
  const answer = await state.http.call("POST", `/api/v1/chat/${room}/hand-over`, { to: other.id, note: "Sună-l azi." });
  const isGiven = answer.kind === "answer" && answer.status === 200;
  const given = isGiven ? { seq: answer.body.action.seq, value: shownAction(answer.body.action) } : {};
  state.note({ f: "take-over", type: outcomeOf(answer), room, id, kind: wordOf(answer), ...given });
  state.held.delete(room);
};

/** Brings a colleague into a room; once they have looked and written there, puts them out again. */
const bringIn: Errand = async (living, town) => {
  const [host, room] = [living, roomOf(living)];
  const isStranger = ({ resident: { id, kind, rooms } }: Living): boolean =>
    kind !== "customer" && rooms.every((own) => own.id !== room.id) && !town.guests.has(`${room.id} ${id}`);
  const guest = [...town.present.values()].find(isStranger);
  if (guest === undefined) return;
  const { id, kind } = guest.resident;
  const key = `${room.id} ${id}`;
  town.guests.add(key);
  town.recorder.write({ proc: "town", f: "join", type: "ok", room: room.id, value: id });
  await ask(host.client.state, "POST", `/api/v1/chat/${room.id}/members`, { user_id: id, type: kind });
  guest.asked.push(async () => {
    const { client } = guest;
    await loadRoom(client.state, room.id);
    await client.link.subscribe(room.id, `presence-${room.name}`).catch(() => false);
    await client.publish({ room, isRepeated: true });
    client.state.logs.delete(room.id);
    host.asked.push(async () => {
      await ask(host.client.state, "DELETE", `/api/v1/chat/${room.id}/members/${id}`);
      town.recorder.write({ proc: "town", f: "leave", type: "ok", room: room.id, value: id });
      town.guests.delete(key);
    });
  });
};

const wander: Errand = (living) => living.client.wander(roomOf(living));

const findColleague: Errand = ({ client: { state } }) => ask(state, "GET", "/api/v1/staff?search=marin");

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

/** Only operators decide for a customer. */
const decideForCustomer: Errand = async (living, town) => {
  if (living.resident.kind === "erp") await decide(living, town);
};

const ofStaff: Deck = [
  [({ client }) => client.takeOver(true), 3],
  [({ client }) => client.takeOver(false), 1],
  [handOver, 2],
  [revise, 2],
  ...[decideForCustomer, bringIn, wander, findColleague].map((errand) => [errand, 1] as const),
];

export const decks = {
  customer: [
    ...everybody,
    [decide, 3],
    ...[silence, useSecondDevice, changePassword, askForOffer].map((errand) => [errand, 1] as const),
  ],
  staff: [...everybody, ...ofStaff],
  admin: [
    [administer, 1],
    [readEdits, 1],
    [publish, 2],
    [browse, 1],
  ],
} satisfies Record<string, Deck>;
