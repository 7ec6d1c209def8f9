import { ask, loadRoom } from "../clients/client-state.ts";
import { type Errand, roomOf } from "./errand.ts";
import { openRoom, reviseOffer } from "./erp.ts";

/** Decides all open lines, or the first. */
export const decide: Errand = async (living, town) => {
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

export const askForOffer: Errand = async ({ client, resident }, town) => {
  if (resident.rooms.length >= 2) return;
  const room = await openRoom(town, resident);
  await loadRoom(client.state, room.id);
  await client.link.subscribe(room.id, `presence-${room.name}`).catch(() => false);
};

export const revise: Errand = (living, town) => reviseOffer(town, roomOf(living));

/** Only operators decide for a customer. */
export const decideForCustomer: Errand = async (living, town) => {
  if (living.resident.kind === "erp") await decide(living, town);
};
