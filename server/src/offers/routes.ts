import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import type { LineDecision } from "@cuplaj/protocol/offer.ts";
import { actorOfCall } from "../http/actor-of-call.ts";
import type { AddRoute, Call } from "../http/route.ts";
import { mapOk } from "../kernel/outcome.ts";
import { decideLine, type DecideLineParts } from "./decide-line.ts";
import { joinRoom, type JoinRoomParts } from "./join-room.ts";
import { storeOffer, type StoreOfferParts } from "./store-offer.ts";
import { viewOffer } from "./view-offer.ts";

type Deciding = Pick<Call<typeof endpoints.acceptOffer>, "caller" | "address" | "params" | "body">;

export function addOfferRoutes(route: AddRoute, parts: StoreOfferParts & DecideLineParts & JoinRoomParts): void {
  route(endpoints.viewOffer, async ({ caller, params, query }) =>
    mapOk(await viewOffer(parts, caller.user, params.id, query.version), (offer) => ({
      status: 200,
      body: { oferta: offer },
    })),
  );
  route(endpoints.storeOffer, async (call) =>
    mapOk(
      await storeOffer(parts, call.caller.user, call.params.id, call.body, actorOfCall(call)),
      ({ offer, isNew }) => ({
        status: isNew ? 201 : 200,
        body: { oferta: offer },
      }),
    ),
  );
  const decide = async (call: Deciding, lineId: number | null, decision: LineDecision) => {
    const { version, on_behalf: isOnBehalf = false } = call.body;
    const asked = { lineId, decision, version, isOnBehalf };
    return mapOk(await decideLine(parts, call.caller.user, call.params.id, asked, actorOfCall(call)), (offer) => ({
      status: 200 as const,
      body: { oferta: offer },
    }));
  };
  route(endpoints.decideLine, (call) => decide(call, call.params.lineId, call.params.decision));
  route(endpoints.acceptOffer, (call) => decide(call, null, "accept"));
  route(endpoints.joinRoom, async ({ caller, body }) =>
    mapOk(await joinRoom(parts, caller.user, body), (room) => ({ status: 200, body: { chat: room } })),
  );
}
