import { exampleRequestRoom } from "@cuplaj/protocol/room.ts";
import { type Answers, refuse, type SeenCall } from "./scripted-call.ts";
import { emptyRoom, type World } from "./scripted-world.ts";

/** A server that gives each request a room. */
export function requestAnswers(world: World): Answers {
  const asked = new Map<string, number>();

  function create({ body }: SeenCall) {
    const known = world.rooms.get(asked.get(body.client_id) ?? 0);
    if (known) return { chat: known.room };
    const id = 31 + asked.size;
    asked.set(body.client_id, id);
    const name = `cerere.${id}`;
    const at = emptyRoom(id, 100 + id, "Octavia 2.0 TDI, 2014 · Škoda");
    const request = { id, state: "open", reason: null, seq: 1 } as const;
    const { type, offer_id, offer_status, offer_version } = exampleRequestRoom;
    const names = { name, channel: `presence-${name}`, title: `Cererea ${id}` };
    at.room = { ...at.room, ...names, type, offer_id, offer_status, offer_version, request };
    world.rooms.set(id, at);
    const items = body.items.map(({ qty, text }: { qty: number; text: string }) => `${qty} × ${text}`);
    world.say(world.user, id, [...items, body.text].join("\n"), { client_id: body.client_id });
    return { chat: at.room };
  }

  return {
    createRequest: create,
    changeRequest: ({ params, body: { state, reason = null } }) => {
      const at = world.rooms.get(Number(params["requestId"]));
      if (!at?.room.request) return refuse("not_found");
      at.room = { ...at.room, request: { ...at.room.request, state, reason } };
      return { chat: at.room };
    },
  };
}
