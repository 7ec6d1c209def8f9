import { type Static, Type } from "typebox";
import { ana } from "./examples.ts";
import { markedRoomsMax, mutedRoomsMax, pinnedRoomsMax, silencedPeopleMax } from "./limits.ts";
import { Id, Seq, TimeOfDay, Timestamp } from "./scalars.ts";
import { described, shape } from "./shape.ts";

export const ParticipantKind = Type.Union([Type.Literal("customer"), Type.Literal("erp"), Type.Literal("agent")], {
  description: "The kind of a person; ids are unique across the three.",
});
export type ParticipantKind = Static<typeof ParticipantKind>;

export const LanguageCode = Type.Union([Type.Literal("ro"), Type.Literal("en")], {
  description: "Romanian or English.",
});
export type LanguageCode = Static<typeof LanguageCode>;

/** Increases whenever a person's settings change (AUTH-8); a client with an older version calls `me`. */
export const UserVersion = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** @public Named in the API document. */
export const OwnRooms = shape("A person's pinned, muted and marked rooms.", {
  pinned: Type.Array(Id, { maxItems: pinnedRoomsMax, description: "Ids in the order they were pinned." }),
  muted: Type.Array(Id, { maxItems: mutedRoomsMax }),
  unread: Type.Array(Type.Object({ id: Id, seq: Seq }), {
    maxItems: markedRoomsMax,
    description: "Marked as unread from the message with this `seq` on.",
  }),
});
export type OwnRooms = Static<typeof OwnRooms>;

export const NotificationChoices = shape(
  "What a person's notifications show, and their quiet hours.",
  {
    privacy: Type.Union([Type.Literal("what"), Type.Literal("who"), Type.Literal("nothing")], {
      description: "Show the author and the text, only the author, or neither.",
    }),
    quiet: Type.Union(
      [
        Type.Null(),
        Type.Object({ from: TimeOfDay, to: TimeOfDay, time_zone: Type.String({ minLength: 1, maxLength: 64 }) }),
      ],
      {
        description: "The hours without pushes, in that time zone (IANA name); past midnight if `to` is earlier.",
      },
    ),
  },
  {
    privacy: "who",
    quiet: { from: "22:00", to: "07:30", time_zone: "Europe/Bucharest" },
  },
);
export type NotificationChoices = Static<typeof NotificationChoices>;

/** TFA-1: what a session must do next: set up a second factor, or enter its code. */
export const DueFactor = Type.Union([Type.Literal("enrol"), Type.Literal("code")]);
export type DueFactor = Static<typeof DueFactor>;

export const User = shape(
  "The signed-in person with their own settings.",
  {
    id: Id,
    name: Type.String(),
    username: Type.String(),
    type: ParticipantKind,
    roles: Type.Array(Type.Object({ name: Type.String(), permissions: Type.Array(Type.String()) })),
    users_silenced: Type.Array(Type.Object({ user_id: Id, type: ParticipantKind }), {
      maxItems: silencedPeopleMax,
      description: "The people the person has silenced.",
    }),
    rooms: OwnRooms,
    notifications: NotificationChoices,
    locale: LanguageCode,
    version: described(UserVersion, "Increases with each change of own settings."),
    has_temporary_password: Type.Optional(Type.Literal(true)),
    second_factor: Type.Optional(DueFactor),
    only_room: Type.Optional(
      Type.Object(
        { id: Id, name: Type.String(), channel: Type.String() },
        { description: "The only room of a session that a link of an e-mail opened (`openMailLink`)." },
      ),
    ),
  },
  {
    id: 7,
    name: "Ana Popescu",
    username: "ana",
    type: "customer",
    roles: [
      {
        name: "Customer",
        permissions: [
          "rooms.view",
          "rooms.join",
          "messages.publish",
          "messages.attach",
          "messages.like",
          "offers.view",
        ],
      },
    ],
    users_silenced: [],
    rooms: { pinned: [12], muted: [], unread: [] },
    notifications: { privacy: "what", quiet: null },
    locale: "ro",
    version: 4,
  },
);
export type User = Static<typeof User>;

export const NamedPerson = shape("A person's id and name.", { id: Id, name: Type.String() });
export type NamedPerson = Static<typeof NamedPerson>;

export const Member = shape("A member of a room.", { id: Id, name: Type.String(), type: ParticipantKind }, ana);
export type Member = Static<typeof Member>;

export const OnlineUser = shape(
  "Somebody present in a room; also the `user_info` of presence channels.",
  {
    id: Id,
    name: Type.String(),
    customer: Type.Boolean(),
    erp: Type.Boolean(),
    agent: Type.Boolean(),
  },
  { id: 3, name: "Radu Marin", customer: false, erp: true, agent: false },
);
export type OnlineUser = Static<typeof OnlineUser>;

export const ListedMember = shape("A member in a room's list of members.", {
  ...Member.properties,
  is_online: Type.Boolean({ description: "Whether they have a live connection on the room's channel." }),
  may_put_out: Type.Boolean({ description: "Whether the caller may remove them (`removeMember`)." }),
});
export type ListedMember = Static<typeof ListedMember>;

export const Device = shape(
  "An active session.",
  {
    id: Id,
    user_agent: Type.Union([Type.String(), Type.Null()], {
      description: "The `User-Agent` of the sign-in, shortened.",
    }),
    created_at: Timestamp,
    last_used_at: Timestamp,
    is_current: Type.Boolean(),
  },
  {
    id: 31,
    user_agent: "Firefox 140 on Linux",
    created_at: "2026-11-20T07:30:00.000Z",
    last_used_at: "2026-11-23T09:40:00.000Z",
    is_current: true,
  },
);
export type Device = Static<typeof Device>;
