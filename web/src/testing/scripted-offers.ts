import type { LiveEvents } from "@cuplaj/protocol/events.ts";
import type { LineDecision, Offer, OfferChange } from "@cuplaj/protocol/offer.ts";
import type { Member } from "@cuplaj/protocol/participant.ts";
import { refuse } from "./scripted-call.ts";
import type { ScriptedServer } from "./scripted-server.ts";
import { ana, radu, type World } from "./scripted-world.ts";

type Line = Offer["lines"][number];

/** An offer with several versions, which the ERP changes and its customer decides on (ERP-1, ERP-3). */
export interface ScriptedOffer {
  readonly setPrice: (lineId: number, price: string) => LiveEvents["OfferUpdated"];
}

/** Adds a second line to an offer, keeps all versions, and handles decisions on it. */
export function scriptOffer({ world, answer }: ScriptedServer, number: number): ScriptedOffer {
  const at = roomOf(world, number);
  const [line] = at.offer.lines;
  if (!line) throw new Error("The offer has no line.");
  const second: Line = { ...line, id: 2, code: "5Q0 698 151 C", name: "Plăcuțe frână față", qty: 1 };
  at.offer = withTotals({ ...at.offer, lines: [line, second], valid_until: "2999-12-31T22:00:00.000Z" });
  const versions = new Map([[at.offer.version, at.offer]]);

  function store(
    lineIds: readonly number[],
    given: Partial<Line>,
    by: Member,
    change: Omit<OfferChange, "line_id">,
    decided: Pick<LiveEvents["OfferUpdated"], "decision"> = {},
  ) {
    const version = at.offer.version + 1;
    const lines = at.offer.lines.map((each) => (lineIds.includes(each.id) ? { ...each, ...given } : each));
    at.offer = withTotals({ ...at.offer, version, lines });
    versions.set(version, at.offer);
    const seq = at.room.last_seq + 1;
    at.room = { ...at.room, last_seq: seq, offer_version: version };
    const changes = lineIds.map((id) => ({ ...change, line_id: id }));
    const data: LiveEvents["OfferUpdated"] = {
      ...{ offer_id: number, version, status: at.offer.status, changes, changes_total: changes.length },
      ...{ ...decided, by, room: world.headOf(at) },
    };
    at.log.push({ seq, event: "OfferUpdated", data });
    return data;
  }
  const lineOf = (lineId: number): Line => at.offer.lines.find(({ id }) => id === lineId) ?? line;

  answer("viewOffer", ({ query }) => {
    const found = query["version"] === undefined ? at.offer : versions.get(Number(query["version"]));
    return found ? { oferta: found } : refuse("not_found");
  });
  function decide(
    lineIds: readonly number[],
    decision: LineDecision,
    { version, on_behalf = false }: { version: number; on_behalf?: boolean | undefined },
  ) {
    if (version !== at.offer.version) return refuse("version_conflict", { details: { oferta: at.offer } });
    const from = lineOf(lineIds[0] ?? 0).status;
    const to = decision === "accept" ? "accepted" : "declined";
    const decided = { decision: { decision, on_behalf, at: at.room.updated_at } };
    const change = { what: "line_status", from, to } as const;
    world.announce("OfferUpdated", store(lineIds, { status: to }, on_behalf ? radu : ana, change, decided));
    return { oferta: at.offer };
  }
  answer("decideLine", ({ params, body }) =>
    decide([Number(params["lineId"])], params["decision"] === "accept" ? "accept" : "decline", body),
  );
  answer("acceptOffer", ({ body }) =>
    decide(
      at.offer.lines.filter(({ status }) => status === "offered").map(({ id }) => id),
      "accept",
      body,
    ),
  );
  return {
    setPrice: (lineId, price) => {
      const from = lineOf(lineId).unit_price;
      return store([lineId], { unit_price: price }, radu, { what: "price", from, to: price });
    },
  };
}

function roomOf(world: World, number: number) {
  const at = world.rooms.get(number);
  if (!at) throw new Error(`There is no room of offer ${number}.`);
  return at;
}

/** The offer's total, without declined lines. Amounts in the tests are whole bani. */
function withTotals(offer: Offer): Offer {
  const money = (bani: number): string => (bani / 100).toFixed(2);
  const lines = offer.lines.map((line) => ({
    ...line,
    total: money(Math.round(Number(line.unit_price) * 100) * line.qty),
  }));
  const net = lines.reduce(
    (sum, { status, total }) => sum + (status === "declined" ? 0 : Math.round(Number(total) * 100)),
    0,
  );
  const vat = Math.round((net * 21) / 100);
  return { ...offer, lines, totals: { net: money(net), vat: money(vat), gross: money(net + vat) } };
}
