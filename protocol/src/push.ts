import { type Static, Type } from "typebox";
import { pushEndpointCharactersMax } from "./limits.ts";
import { LanguageCode } from "./participant.ts";
import { Seq } from "./scalars.ts";
import { shape } from "./shape.ts";

export const PushSubscription = shape(
  "A browser's push subscription, as the browser writes it.",
  {
    /** As browsers write addresses: printable ASCII. */
    endpoint: Type.String({
      pattern: "^[!-~]+$",
      maxLength: pushEndpointCharactersMax,
      description: "An https address of a push service.",
    }),
    expirationTime: Type.Optional(
      Type.Union([Type.Number({ maximum: Number.MAX_SAFE_INTEGER }), Type.Null()], { description: "Not read." }),
    ),
    /** In base64url: a point of P-256, uncompressed, and 16 bytes. */
    keys: Type.Object(
      {
        p256dh: Type.String({ pattern: "^B[A-Za-z0-9_-]{86}$" }),
        auth: Type.String({ pattern: "^[A-Za-z0-9_-]{22}$" }),
      },
      { description: "In base64url, without padding." },
    ),
  },
  {
    endpoint: "https://updates.push.services.mozilla.com/wpush/v2/gAAAAABn",
    expirationTime: null,
    keys: {
      p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      auth: "BTBZMqHH6r4Tts7J_aSIgg",
    },
  },
);
export type PushSubscription = Static<typeof PushSubscription>;

/** What a push says to the service worker, encrypted for it alone. */
export const PushPayload = Type.Object({
  v: Type.Literal(1),
  /** The room's name. */
  room: Type.String(),
  title: Type.String(),
  /** Null where the person's choice hides who wrote, or what. */
  author: Type.Union([Type.String(), Type.Null()]),
  excerpt: Type.Union([Type.String(), Type.Null()]),
  /** Where it is no message: the author brought the person into the room. */
  about: Type.Optional(Type.Literal("brought-in")),
  /** The newest message that is unread, or the entry of the room's log. */
  message_seq: Seq,
  /** What the person has unread in all rooms. */
  badge: Type.Integer({ minimum: 0 }),
  /** A path of the page: `/view/<room>`. */
  url: Type.String(),
  language: LanguageCode,
});
export type PushPayload = Static<typeof PushPayload>;
