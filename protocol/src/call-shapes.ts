import { Type } from "typebox";
import { lookupIdsMax, passwordCharactersMax, usernameCharactersMax } from "./limits.ts";
import { User } from "./participant.ts";
import { Id } from "./scalars.ts";

export const Page = Type.Integer({ minimum: 1, maximum: 1_000_000_000 });
/** A room in a path: its id, its name or its channel's (ROOM-1). */
export const RoomRef = Type.String({ minLength: 1, maxLength: 64 });
export const Ids = Type.Optional(Type.Array(Id, { maxItems: lookupIdsMax }));
export const ChannelName = Type.String({ maxLength: 200 });
export const SocketId = Type.String({ maxLength: 64 });
export const ChannelAuthorization = Type.Object({
  auth: Type.String(),
  channel_data: Type.Optional(Type.String()),
});

export const Credentials = Type.Object({
  username: Type.String({ minLength: 1, maxLength: usernameCharactersMax }),
  password: Type.String({ minLength: 1, maxLength: passwordCharactersMax }),
});
export const SignedIn = Type.Object({ token: Type.String(), user: User });
