import { Type } from "typebox";
import { token } from "./examples.ts";
import { lookupIdsMax, passwordCharactersMax, usernameCharactersMax } from "./limits.ts";
import { User } from "./participant.ts";
import { Id } from "./scalars.ts";
import { shape } from "./shape.ts";

export const Page = Type.Integer({ minimum: 1, maximum: 1_000_000_000, examples: [1] });
/** A room in a path: its id, name or channel name (ROOM-1). */
export const RoomRef = Type.String({ minLength: 1, maxLength: 64, examples: ["12"] });
export const OneRoom = Type.Object({ roomId: RoomRef });
export const PageOfRoom = Type.Object({ roomId: RoomRef, page: Page });
export const MessageRef = Type.Object(
  { roomId: RoomRef, messageId: Id },
  { examples: [{ roomId: "12", messageId: 345 }] },
);
export const PageOfMessage = Type.Object(
  { roomId: RoomRef, messageId: Id, page: Page },
  { examples: [{ roomId: "12", messageId: 345, page: 1 }] },
);
const One = Type.Integer({ examples: [1] });
export const ofPage = { total: One, page: One };

export const unpermitted = { forbidden: "The caller's roles do not grant the permission." } as const;
export const visitor = { forbidden: "The caller views the room without being a member." } as const;
export const visits = "Holders of `rooms.view-any` need not be members.";

export const Ids = Type.Optional(Type.Array(Id, { maxItems: lookupIdsMax }));
export const ChannelName = Type.String({ maxLength: 200 });
export const SocketId = Type.String({ maxLength: 64, examples: ["1234.5678"] });
export const ChannelAuthorization = shape(
  "A signature for the live connection.",
  { auth: Type.String(), channel_data: Type.Optional(Type.String()) },
  {
    auth: "4f1c2a9be07d:9f2d0f6b8c1e4a7d5b3c2e1f0a9d8c7b6e5f4a3d2c1b0e9f8a7d6c5b4e3f2a1d",
    channel_data: '{"user_id":"7","user_info":{"id":7,"name":"Ana Popescu","customer":true,"erp":false,"agent":false}}',
  },
);

export const Password = Type.String({ minLength: 1, maxLength: passwordCharactersMax, examples: ["demo"] });
export const Credentials = shape(
  "A username and its password.",
  { username: Type.String({ minLength: 1, maxLength: usernameCharactersMax }), password: Password },
  { username: "ana", password: "demo" },
);
export const SignedIn = shape("The token and the signed-in person.", {
  token: Type.String({ description: "Opaque; sent as `Authorization: Bearer ...`.", examples: [token] }),
  user: User,
});
