import { Type } from "typebox";
import { unpermitted } from "./call-shapes.ts";
import type { DocumentedEndpoint } from "./endpoint.ts";
import { requestReasonCharactersMax } from "./limits.ts";
import { RequestToSend } from "./request.ts";
import { exampleRequestRoom, Room } from "./room.ts";
import { Id } from "./scalars.ts";
import { shape } from "./shape.ts";

export const requestEndpoints = {
  createRequest: {
    method: "POST",
    path: "/api/v1/requests",
    limit: "join",
    isExpensive: true,
    summary: "Ask for parts",
    description:
      "For customers. Creates a room of type 2 with the customer and the staff of `OFFER_STAFF` as members; the request is its first message, and each upload a message after it. Repeating a `client_id` returns the room and adds only uploads that are still missing. The ERP learns of it by the webhook `request.created`, and answers with `storeOffer` and `request_id`.",
    permissions: ["rooms.view", "messages.publish"],
    errors: {
      ...unpermitted,
      forbidden: "The caller is no customer, or their roles do not grant the permission.",
      not_found: "The caller has no such car.",
      storage_full: "The installation has no space left for files.",
      quota_full: "The caller's storage quota is used up.",
      infected: "The installation's virus scanner rejected a file.",
    },
    body: RequestToSend,
    answers: {
      200: shape(
        "The room of the request sent earlier with this `client_id`.",
        { chat: Room },
        { chat: exampleRequestRoom },
      ),
      201: shape("The new room.", { chat: Room }, { chat: exampleRequestRoom }),
    },
  },
  changeRequest: {
    method: "PUT",
    path: "/api/v1/requests/:requestId",
    limit: "actions",
    summary: "Withdraw, close or reopen a request",
    description:
      "Its customer withdraws it, staff who are members of its room close it, and both reopen it. A reopened request is open, or answered if it has an offer. `RequestUpdated` announces the change. Repeating it is harmless.",
    permissions: ["rooms.view", "messages.publish"],
    errors: { ...unpermitted, conflict: "The request is ordered, or has already ended otherwise." },
    params: Type.Object({ requestId: Id }, { examples: [{ requestId: 31 }] }),
    body: Type.Object(
      {
        state: Type.Union([Type.Literal("open"), Type.Literal("withdrawn"), Type.Literal("closed")]),
        reason: Type.Optional(Type.String({ maxLength: requestReasonCharactersMax })),
      },
      { examples: [{ state: "closed", reason: "Piesa nu se mai fabrică." }] },
    ),
    answers: { 200: shape("The room of the request.", { chat: Room }, { chat: exampleRequestRoom }) },
  },
} as const satisfies Readonly<Record<string, DocumentedEndpoint>>;
