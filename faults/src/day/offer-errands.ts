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

export const revise: Errand = (living, world) => reviseOffer(world, roomOf(living));

/** Decides for a customer, which only operators do. */
export const decideForCustomer: Errand = async (living, world) => {
  if (living.resident.kind === "erp") await decide(living, world);
};
