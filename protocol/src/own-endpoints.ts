import { Type } from "typebox";
import { RoomRef, SignedIn } from "./call-shapes.ts";
import type { Endpoint } from "./endpoint.ts";
import { passwordCharactersMax } from "./limits.ts";
import { Device, LanguageCode, NotificationChoices, ParticipantKind, User } from "./participant.ts";
import { PushSubscription } from "./push.ts";
import { Id, Seq } from "./scalars.ts";

const Password = Type.String({ minLength: 1, maxLength: passwordCharactersMax });
const Invitation = Type.String({ minLength: 1, maxLength: 200 });
const OneRoom = Type.Object({ roomId: RoomRef });

/** The calls by which a person sees and changes what is their own alone (AUTH-8): each change moves `User.version`. */
export const ownEndpoints = {
  me: {
    method: "GET",
    path: "/api/v1/me",
    limit: "reads",
    takesTemporaryPassword: true,
    takesPendingSignIn: true,
    answers: { 200: Type.Object({ user: User }) },
  },
  changeLanguage: {
    method: "PUT",
    path: "/api/v1/me",
    limit: "ownSettings",
    takesTemporaryPassword: true,
    body: Type.Object({ locale: LanguageCode }),
    answers: { 200: Type.Object({ user: User }) },
  },
  chooseNotifications: {
    method: "PUT",
    path: "/api/v1/me/notifications",
    limit: "ownSettings",
    body: NotificationChoices,
    answers: { 200: Type.Object({ user: User }) },
  },
  /** From now on the caller's session has pushes sent there, until it ends. */
  subscribePush: {
    method: "POST",
    path: "/api/v1/subscribePush",
    limit: "ownSettings",
    body: PushSubscription,
    answers: { 200: Type.Object({ subscribed: Type.Literal(true) }) },
  },
  unsubscribePush: {
    method: "POST",
    path: "/api/v1/unsubscribePush",
    limit: "ownSettings",
    body: PushSubscription,
    answers: { 200: Type.Object({ unsubscribed: Type.Boolean() }) },
  },
  /** Signs out all other devices. */
  changePassword: {
    method: "POST",
    path: "/api/v1/me/password",
    limit: "ownSettings",
    takesTemporaryPassword: true,
    body: Type.Object({ current: Password, password: Password }),
    answers: { 200: Type.Object({ changed: Type.Literal(true) }) },
  },
  /** Once, by the token of an invitation; signs in as `login` does. */
  acceptInvitation: {
    method: "POST",
    path: "/api/v1/invitation",
    access: "public",
    limit: "signIn",
    body: Type.Object({ invitation: Invitation, password: Password }),
    answers: { 200: SignedIn },
  },
  /** Whom an invitation is for; uses nothing up. */
  viewInvitation: {
    method: "POST",
    path: "/api/v1/invitation/view",
    access: "public",
    limit: "signIn",
    body: Type.Object({ invitation: Invitation }),
    answers: { 200: Type.Object({ invited: Type.Object({ name: Type.String(), username: Type.String() }) }) },
  },
  listDevices: {
    method: "GET",
    path: "/api/v1/me/devices",
    limit: "reads",
    answers: { 200: Type.Object({ devices: Type.Array(Device) }) },
  },
  signOutDevice: {
    method: "DELETE",
    path: "/api/v1/me/devices/:deviceId",
    limit: "ownSettings",
    params: Type.Object({ deviceId: Id }),
    answers: { 200: Type.Object({ logged_out: Type.Literal(true) }) },
  },
  /** The state that is wanted; the other one than now without it (SIL-1). */
  silencePerson: {
    method: "POST",
    path: "/api/v1/silence/:userId/:type",
    limit: "ownSettings",
    params: Type.Object({ userId: Id, type: ParticipantKind }),
    body: Type.Optional(Type.Object({ silenced: Type.Optional(Type.Boolean()) })),
    answers: {
      200: Type.Object({ deleted: Type.Boolean(), users_silenced: User.properties.users_silenced, user: User }),
    },
  },
  pinRoom: {
    method: "POST",
    path: "/api/v1/pin/:roomId",
    limit: "ownSettings",
    params: OneRoom,
    body: Type.Object({ pinned: Type.Boolean() }),
    answers: { 200: Type.Object({ user: User }) },
  },
  muteRoom: {
    method: "POST",
    path: "/api/v1/mute/:roomId",
    limit: "ownSettings",
    params: OneRoom,
    body: Type.Object({ muted: Type.Boolean() }),
    answers: { 200: Type.Object({ user: User }) },
  },
  /** Marks a room unread from a message on, or no longer: `unread_count` is at least 1 while it is, and the read marker stays. */
  markUnread: {
    method: "POST",
    path: "/api/v1/mark-unread/:roomId",
    limit: "ownSettings",
    params: OneRoom,
    body: Type.Object({ from: Type.Union([Seq, Type.Null()]) }),
    answers: { 200: Type.Object({ room_id: Id, unread_count: Type.Integer(), user: User }) },
  },
} as const satisfies Readonly<Record<string, Endpoint>>;
