import { Type } from "typebox";
import { accountEndpoints } from "./account-endpoints.ts";
import { actionEndpoints } from "./action-endpoints.ts";
import { adminEndpoints } from "./admin-endpoints.ts";
import { auditEndpoints } from "./audit-endpoints.ts";
import type { DocumentedEndpoint } from "./endpoint.ts";
import { fileEndpoints } from "./file-endpoints.ts";
import { liveEndpoints } from "./live-endpoints.ts";
import { messageEndpoints } from "./message-endpoints.ts";
import { offerEndpoints } from "./offer-endpoints.ts";
import { ownRoomEndpoints } from "./own-room-endpoints.ts";
import { peopleEndpoints } from "./people-endpoints.ts";
import { roomEndpoints } from "./room-endpoints.ts";
import { searchEndpoints } from "./search-endpoints.ts";
import { shape } from "./shape.ts";
import { signInEndpoints } from "./sign-in-endpoints.ts";
import { syncEndpoints } from "./sync-endpoints.ts";
import { twoFactorEndpoints } from "./two-factor-endpoints.ts";

export const ErrorBody = shape("The body of every error.", {
  message: Type.String({
    description: "For people, in the language of the request's `Content-Language` (`ro`, `en`).",
  }),
  code: Type.String({ description: "For programs, from a closed list." }),
  errors: Type.Optional(
    Type.Record(Type.String(), Type.Array(Type.String()), {
      description: "For `invalid`: by field, what is wrong with it.",
    }),
  ),
  details: Type.Optional(Type.Unknown({ description: "Where the call names them for the code." })),
  request_id: Type.String({ description: "Names the request in the server's log; also `X-Request-Id`." }),
});

export const slices: Readonly<Record<string, readonly [about: string, calls: Table]>> = {
  "sign-in": ["Signing in and out, and what a client needs to know before.", signInEndpoints],
  account: ["One's own language, password and signed-in devices.", accountEndpoints],
  "two-factor": [
    "What staff sign in by beside their password, where the installation asks for it.",
    twoFactorEndpoints,
  ],
  rooms: ["Conversations: listing, reading, joining and leaving, one for each offer.", roomEndpoints],
  "own-rooms": ["How a person arranges their own rooms. Nobody else learns of it.", ownRoomEndpoints],
  messages: ["Writing, editing and deleting messages.", messageEndpoints],
  actions: ["Taking conversations over, handing them on, and likes.", actionEndpoints],
  files: ["Photos and documents: sent whole or in parts, read, played, listed.", fileEndpoints],
  search: ["Finding rooms and messages by words, part codes and people.", searchEndpoints],
  sync: ["Catching up after a lost connection, and read markers.", syncEndpoints],
  people: ["Names, and silencing somebody for oneself.", peopleEndpoints],
  offers: ["Offers as their readers see them, as the ERP writes them, and as customers decide them.", offerEndpoints],
  admin: ["Accounts, programs' tokens and the installation, for who manages them.", adminEndpoints],
  audit: ["What happened to accounts and access, for who may see that.", auditEndpoints],
  live: ["Signing subscriptions to the channels over which live events come.", liveEndpoints],
};
type Table = Readonly<Record<string, DocumentedEndpoint>>;

/** Every HTTP call, defined once. Server routes, the typed client and the API document come from this table. */
export const endpoints = {
  ...signInEndpoints,
  ...accountEndpoints,
  ...twoFactorEndpoints,
  ...roomEndpoints,
  ...ownRoomEndpoints,
  ...messageEndpoints,
  ...actionEndpoints,
  ...fileEndpoints,
  ...searchEndpoints,
  ...syncEndpoints,
  ...peopleEndpoints,
  ...offerEndpoints,
  ...adminEndpoints,
  ...auditEndpoints,
  ...liveEndpoints,
};

export type EndpointName = keyof typeof endpoints;
