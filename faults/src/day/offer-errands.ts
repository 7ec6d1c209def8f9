import { randomUUID } from "node:crypto";
import { ask, loadRoom } from "../clients/client-state.ts";
import { wordOf } from "../clients/http-caller.ts";
import { type Errand, roomOf } from "./errand.ts";
import { openRoom, reviseOffer } from "./erp.ts";

interface Line {
  readonly id: number;
  readonly status: string;
}

/** Accepts or declines the first open line, or all of them. */
export const decide: Errand = async ({ client, random, resident }, world) => {
  const { offerId: offer } = random.pick(resident.rooms);
  const path = `/api/v1/oferta/${offer}`;
  const { version: seen, lines } = (await ask(client.state, "GET", path)).body.oferta;
  const open: Line[] = lines.filter(({ status }: Line) => status === "offered");
  const chosen = random.next() < 0.3 ? open : open.slice(0, 1);
  const [what] = chosen.map(({ id }) =>
    chosen === open ? "accept" : `line/${id}/${random.pick(["accept", "decline"])}`,
  );
  if (what === undefined) return;
  const body = { version: seen, ...(resident.kind === "erp" && { on_behalf: true }) };
  const answer = await client.state.http.call("POST", `${path}/${what}`, body);
  // The ERP or somebody else may have been faster.
  if (!["200", "409"].includes(wordOf(answer))) throw new Error(`a decision came to ${JSON.stringify(answer)}`);
  const version = answer.kind === "answer" ? answer.body.oferta?.version : null;
  if (version === seen + 1) world.decisions.push(...chosen.map(({ id: line }) => ({ offer, line, version })));
};

export const askForOffer: Errand = async ({ client, resident }, world) => {
  if (resident.rooms.length >= 2) return;
  const room = await openRoom(world, resident);
  await loadRoom(client.state, room.id);
  await client.link.subscribe(room.id, `presence-${room.name}`).catch(() => false);
};

/** Asks for parts, withdraws the request and reopens it. The ERP answers in the request's room. */
export const askForParts: Errand = async ({ client: { state, link }, resident }, world) => {
  if (resident.rooms.length >= 3) return;
  const key = randomUUID();
  const vehicle = { make: "Škoda", model: "Octavia", year: 2014, engine: "2.0 TDI", vin: "", plate: "B 123 ANA" };
  const items = [{ text: "Kit ambreiaj", qty: 1 }];
  const body = { client_id: key, vehicle, items, text: key, upload_ids: [] };
  const { id: roomId, request, messages } = (await ask(state, "POST", "/api/v1/requests", body)).body.chat;
  for (const wished of ["withdrawn", "open"])
    await ask(state, "PUT", `/api/v1/requests/${request.id}`, { state: wished });
  const room = await openRoom(world, resident, { id: request.id, roomId });
  const sent = { f: "publish", room: room.id, key } as const;
  state.note({ ...sent, type: "invoke", value: state.recorder.now() });
  state.note({ ...sent, type: "ok", id: messages[0].id, seq: request.seq });
  await loadRoom(state, room.id);
  await link.subscribe(room.id, `presence-${room.name}`).catch(() => false);
};

export const revise: Errand = (living, world) => reviseOffer(world, roomOf(living));

/** Decides for a customer, which only operators do. */
export const decideForCustomer: Errand = async (living, world) => {
  if (living.resident.kind === "erp") await decide(living, world);
};
