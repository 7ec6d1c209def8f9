import { type Static, Type } from "typebox";
import { markedRoomsMax, mutedRoomsMax, pinnedRoomsMax, silencedPeopleMax } from "./limits.ts";
import { Id, Seq, TimeOfDay, Timestamp } from "./scalars.ts";

/** The three kinds of people. Ids are unique across them (AUTH-5). */
export const ParticipantKind = Type.Union([Type.Literal("customer"), Type.Literal("erp"), Type.Literal("agent")]);
export type ParticipantKind = Static<typeof ParticipantKind>;

/** The interface's languages; Romanian is the default. */
export const LanguageCode = Type.Union([Type.Literal("ro"), Type.Literal("en")]);
export type LanguageCode = Static<typeof LanguageCode>;

/** Grows with each change of a person's own settings (AUTH-8): whoever holds an older one asks `me`. */
export const UserVersion = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/**
 * How a person has arranged their rooms: on top, the first pinned first; without notifications; and marked unread from a message on,
 * with its `seq`, beside the read marker. Nobody else learns of it.
 */
export const OwnRooms = Type.Object({
  pinned: Type.Array(Id, { maxItems: pinnedRoomsMax }),
  muted: Type.Array(Id, { maxItems: mutedRoomsMax }),
  unread: Type.Array(Type.Object({ id: Id, seq: Seq }), { maxItems: markedRoomsMax }),
});
export type OwnRooms = Static<typeof OwnRooms>;

/**
 * What a notification shows of a message: who wrote it and what, who alone, or nothing of it; and the hours without pushes, on the
 * clocks of a time zone, past midnight where `to` is earlier than `from`.
 */
export const NotificationChoices = Type.Object({
  privacy: Type.Union([Type.Literal("what"), Type.Literal("who"), Type.Literal("nothing")]),
  quiet: Type.Union([
    Type.Null(),
    Type.Object({ from: TimeOfDay, to: TimeOfDay, time_zone: Type.String({ minLength: 1, maxLength: 64 }) }),
  ]),
});
export type NotificationChoices = Static<typeof NotificationChoices>;

/** What a session has to do about its second factor: set one up, or give a code of the one that there is (TFA-1). */
export const DueFactor = Type.Union([Type.Literal("enrol"), Type.Literal("code")]);
export type DueFactor = Static<typeof DueFactor>;

/** The signed-in person, as sign-in and `me` answer it (AUTH-5). */
export const User = Type.Object({
  id: Id,
  name: Type.String(),
  username: Type.String(),
  type: ParticipantKind,
  roles: Type.Array(Type.Object({ name: Type.String(), permissions: Type.Array(Type.String()) })),
  users_silenced: Type.Array(Type.Object({ user_id: Id, type: ParticipantKind }), { maxItems: silencedPeopleMax }),
  rooms: OwnRooms,
  notifications: NotificationChoices,
  locale: LanguageCode,
  version: UserVersion,
  /** Only while the password is a temporary one, which has to be changed before anything else (USR-4). */
  has_temporary_password: Type.Optional(Type.Literal(true)),
  /** Only while the session lacks its second factor: a code has to be given, or one has to be set up, before anything else (TFA-1). */
  second_factor: Type.Optional(DueFactor),
});
export type User = Static<typeof User>;

/** Somebody named: the author of a message, or one entry of a names lookup. */
export const NamedPerson = Type.Object({ id: Id, name: Type.String() });
export type NamedPerson = Static<typeof NamedPerson>;

/** A member of a room (ROOM-2). */
export const Member = Type.Object({ id: Id, name: Type.String(), type: ParticipantKind });
export type Member = Static<typeof Member>;

/** Somebody present in a room, with one flag for the kind. Also the `user_info` of LIVE-2. */
export const OnlineUser = Type.Object({
  id: Id,
  name: Type.String(),
  customer: Type.Boolean(),
  erp: Type.Boolean(),
  agent: Type.Boolean(),
});
export type OnlineUser = Static<typeof OnlineUser>;

/** A member as the list of a room's members tells it: `is_online` is whether they have a socket on the room's channel. */
export const ListedMember = Type.Object({ ...Member.properties, is_online: Type.Boolean() });
export type ListedMember = Static<typeof ListedMember>;

/** A sign-in that goes on: by which program (`User-Agent`, shortened), since when, last used when, and whether it is the caller's. */
export const Device = Type.Object({
  id: Id,
  user_agent: Type.Union([Type.String(), Type.Null()]),
  created_at: Timestamp,
  last_used_at: Timestamp,
  is_current: Type.Boolean(),
});
export type Device = Static<typeof Device>;
