import { randomUUID } from "node:crypto";
import { requestRoomType } from "@cuplaj/protocol/channels.ts";
import { octavia, requestToSend } from "../requests.ts";
import type { CallWorld, Given } from "../api-document/call-world.ts";
import type { CallRows } from "./call-row.ts";

const ofCar = () => ({ ...requestToSend(), vehicle: undefined, car_id: 987_654 });

async function ofNewRequest({ api }: CallWorld): Promise<Given> {
  const { body } = await api.call(api.people.ana, "POST", "/api/v1/requests", requestToSend());
  return { params: { requestId: body.chat.request.id } };
}

export const requestRows = {
  createRequest: {
    access: { body: requestToSend(), statuses: "401 201 201 403 403 403 403 403 403 403 403" },
    given: () => ({ body: requestToSend() }),
    foreign: () => ({ body: ofCar() }),
    also: () => {
      const again = requestToSend();
      return [
        { body: again, status: 201 },
        { body: again, status: 200 },
        { body: ofCar(), status: 404, code: "not_found" },
        { body: requestToSend({ upload_ids: [randomUUID()] }), status: 422, code: "invalid" },
        { body: requestToSend({ vehicle: octavia }), as: "radu", status: 403, code: "forbidden" },
      ];
    },
  },
  changeRequest: {
    access: {
      body: { state: "withdrawn" },
      params: { requestId: 987_654 },
      statuses: "401 404 404 404 404 404 404 404 404 404 404",
    },
    given: async (world) => ({ ...(await ofNewRequest(world)), body: { state: "withdrawn" } }),
    also: async (world) => {
      const given = await ofNewRequest(world);
      const { call, people } = world.api;
      await call(people.radu, "POST", "/api/v1/join", { type: requestRoomType, channel: given.params?.["requestId"] });
      return [
        { ...given, body: { state: "closed" }, status: 403, code: "forbidden" },
        { ...given, body: { state: "closed" }, as: "admin", status: 403, code: "forbidden" },
        { ...given, body: { state: "closed", reason: "Nu se mai fabrică" }, as: "radu", status: 200 },
        { ...given, body: { state: "withdrawn" }, status: 409, code: "conflict" },
      ];
    },
  },
} satisfies CallRows;
