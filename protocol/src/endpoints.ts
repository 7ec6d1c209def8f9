import { Type } from "typebox";
import { accountEndpoints } from "./account-endpoints.ts";
import { actionEndpoints } from "./action-endpoints.ts";
import { adminEndpoints } from "./admin-endpoints.ts";
import { auditEndpoints } from "./audit-endpoints.ts";
import type { DocumentedEndpoint } from "./endpoint.ts";
import { carEndpoints } from "./car-endpoints.ts";
import { fileEndpoints } from "./file-endpoints.ts";
import { hoursEndpoints } from "./hours-endpoints.ts";
import { liveEndpoints } from "./live-endpoints.ts";
import { mailEndpoints } from "./mail-endpoints.ts";
import { memberEndpoints } from "./member-endpoints.ts";
import { messageEndpoints } from "./message-endpoints.ts";
import { offerEndpoints } from "./offer-endpoints.ts";
import { ownRoomEndpoints } from "./own-room-endpoints.ts";
import { peopleEndpoints } from "./people-endpoints.ts";
import { requestEndpoints } from "./request-endpoints.ts";
import { roomEndpoints } from "./room-endpoints.ts";
import { searchEndpoints } from "./search-endpoints.ts";
import { shape } from "./shape.ts";
import { signInEndpoints } from "./sign-in-endpoints.ts";
import { syncEndpoints } from "./sync-endpoints.ts";
import { twoFactorEndpoints } from "./two-factor-endpoints.ts";

export const ErrorBody = shape("The body of every error.", {
  message: Type.String({
    description: "A message for people, in the request's `Content-Language` (`ro` or `en`).",
  }),
  code: Type.String({ description: "A code for programs, from a closed list." }),
  errors: Type.Optional(
    Type.Record(Type.String(), Type.Array(Type.String()), {
      description: "Only for `invalid`: the problems of each field.",
    }),
  ),
  details: Type.Optional(Type.Unknown({ description: "Set if the call documents details for the code." })),
  request_id: Type.String({ description: "Identifies the request in the server's log; also in `X-Request-Id`." }),
});

export const slices: Readonly<Record<string, readonly [about: string, calls: Table]>> = {
  "sign-in": ["Signing in and out, and the settings that a client needs first.", signInEndpoints],
  account: ["The caller's language, notifications, password and signed-in devices.", accountEndpoints],
  "two-factor": ["The second factor of staff, if the installation requires one.", twoFactorEndpoints],
  rooms: [
    "Conversations, one for each offer: listing, reading, joining and leaving.",
    { ...roomEndpoints, ...memberEndpoints },
  ],
  "own-rooms": ["Pinning, muting and marking rooms for oneself. Nobody else sees it.", ownRoomEndpoints],
  messages: ["Writing, editing and deleting messages.", messageEndpoints],
  actions: ["Taking conversations over, handing them over, and likes.", actionEndpoints],
  files: ["Photos and documents: uploading whole or in parts, downloading, playing and listing.", fileEndpoints],
  search: ["Finding rooms and messages by words, part codes and people.", searchEndpoints],
  sync: ["Catching up after a lost connection, and read markers.", syncEndpoints],
  people: ["Looking up names, and silencing people for oneself.", peopleEndpoints],
  offers: ["Offers: read by customers and staff, written by the ERP, decided by customers.", offerEndpoints],
  requests: ["Asking for parts that no offer covers yet.", requestEndpoints],
  cars: ["A customer's cars.", carEndpoints],
  mail: ["E-mails about unread messages, and answers to them.", mailEndpoints],
  admin: ["Accounts, programs' tokens and the installation, for administrators.", adminEndpoints],
  "opening-hours": ["When the shop answers.", hoursEndpoints],
  audit: ["Changes of accounts and access, for holders of `audit.view`.", auditEndpoints],
  live: ["Signing subscriptions to the channels that carry live events.", liveEndpoints],
};
type Table = Readonly<Record<string, DocumentedEndpoint>>;

/** Every HTTP call, defined once. Server routes, the typed client and the API document come from this table. */
export const endpoints = {
  ...signInEndpoints,
  ...accountEndpoints,
  ...twoFactorEndpoints,
  ...roomEndpoints,
  ...memberEndpoints,
  ...ownRoomEndpoints,
  ...messageEndpoints,
  ...actionEndpoints,
  ...fileEndpoints,
  ...searchEndpoints,
  ...syncEndpoints,
  ...peopleEndpoints,
  ...offerEndpoints,
  ...requestEndpoints,
  ...carEndpoints,
  ...mailEndpoints,
  ...adminEndpoints,
  ...hoursEndpoints,
  ...auditEndpoints,
  ...liveEndpoints,
};

export type EndpointName = keyof typeof endpoints;
