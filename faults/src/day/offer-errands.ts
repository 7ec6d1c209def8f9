import { ask, loadRoom } from "../clients/client-state.ts";
import { outcomeOf } from "../clients/http-caller.ts";
import { type Errand, roomOf } from "./errand.ts";
import { openRoom, reviseOffer } from "./erp.ts";

interface Line {
  readonly id: number;
  readonly status: string;
}

/** Decides the first open line, or all of them. */
export const decide: Errand = async ({ client, random, resident }, town) => {
  const { offerId: offer } = random.pick(resident.rooms);
  const path = `/api/v1/oferta/${offer}`;
  const { version, lines } = (await ask(client.state, "GET", path)).body.oferta;
  const open: Line[] = lines.filter(({ status }: Line) => status === "offered");
  const [first] = open;
  if (first === undefined) return;
  const isWhole = random.next() < 0.3;
  const what = isWhole ? "accept" : `line/${first.id}/${random.pick(["accept", "decline"])}`;
  const body = { version, ...(resident.kind === "erp" && { on_behalf: true }) };
  const answer = await client.state.http.call("POST", `${path}/${what}`, body);
  // The ERP or somebody else may have been faster, or have decided so.
  const isConflict = answer.kind === "answer" && answer.status === 409;
  if (!isConflict && outcomeOf(answer) !== "ok") throw new Error(`a decision came to ${JSON.stringify(answer)}`);
  if (answer.kind !== "answer" || answer.body.oferta?.version !== version + 1) return;
  for (const { id: line } of isWhole ? open : [first]) town.decisions.push({ offer, line, version: version + 1 });
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
