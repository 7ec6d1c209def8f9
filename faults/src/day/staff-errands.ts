import { ask, loadRoom } from "../clients/client-state.ts";
import { outcomeOf, wordOf } from "../clients/http-caller.ts";
import { shownAction } from "../clients/read-event.ts";
import { type Errand, type Named, roomOf } from "./errand.ts";
import type { Living } from "./day-world.ts";

/** Hands a held room over to a colleague who is a member of it. */
export const handOver: Errand = async ({ client, resident }) => {
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

/** Adds a colleague to a room, and removes them once they have read and written there. */
export const bringIn: Errand = async (living, world) => {
  const [host, room] = [living, roomOf(living)];
  const isStranger = ({ resident: { id, kind, rooms } }: Living): boolean =>
    kind !== "customer" && rooms.every((own) => own.id !== room.id) && !world.guests.has(`${room.id} ${id}`);
  const guest = [...world.present.values()].find(isStranger);
  if (guest === undefined) return;
  const { id, kind } = guest.resident;
  const key = `${room.id} ${id}`;
  world.guests.add(key);
  world.recorder.write({ proc: "world", f: "join", type: "ok", room: room.id, value: id });
  await ask(host.client.state, "POST", `/api/v1/chat/${room.id}/members`, { user_id: id, type: kind });
  guest.asked.push(async () => {
    const { client } = guest;
    await loadRoom(client.state, room.id);
    await client.link.subscribe(room.id, `presence-${room.name}`).catch(() => false);
    await client.publish({ room, isRepeated: true });
    client.state.logs.delete(room.id);
    host.asked.push(async () => {
      await ask(host.client.state, "DELETE", `/api/v1/chat/${room.id}/members/${id}`);
      world.recorder.write({ proc: "world", f: "leave", type: "ok", room: room.id, value: id });
      world.guests.delete(key);
    });
  });
};

export const wander: Errand = (living) => living.client.wander(roomOf(living));

export const findColleague: Errand = ({ client: { state } }) => ask(state, "GET", "/api/v1/staff?search=marin");
