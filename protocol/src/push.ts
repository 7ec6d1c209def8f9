import { type Static, Type } from "typebox";
import { pushEndpointCharactersMax } from "./limits.ts";
import { LanguageCode } from "./participant.ts";
import { Seq } from "./scalars.ts";
import { shape } from "./shape.ts";

export const PushSubscription = shape(
  "A browser's push subscription, as the browser serializes it.",
  {
    /** Browsers serialize addresses as printable ASCII. */
    endpoint: Type.String({
      pattern: "^[!-~]+$",
      maxLength: pushEndpointCharactersMax,
      description: "An https address of a push service.",
    }),
    expirationTime: Type.Optional(
      Type.Union([Type.Number({ maximum: Number.MAX_SAFE_INTEGER }), Type.Null()], { description: "Ignored." }),
    ),
    /** `p256dh` is an uncompressed P-256 point, `auth` 16 bytes. */
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

/** Plaintext of a push, encrypted for the service worker. */
export const PushPayload = Type.Object({
  v: Type.Literal(1),
  room: Type.String(),
  title: Type.String(),
  /** Null if the person chose to hide the author or the text. */
  author: Type.Union([Type.String(), Type.Null()]),
  excerpt: Type.Union([Type.String(), Type.Null()]),
  /** Set if the push is about being added to a room by the author instead of a message. */
  about: Type.Optional(Type.Literal("brought-in")),
  /** `seq` of the newest unread message, or of the log entry. */
  message_seq: Seq,
  badge: Type.Integer({ minimum: 0 }),
  url: Type.String(),
  language: LanguageCode,
});
export type PushPayload = Static<typeof PushPayload>;
