import { Type } from "typebox";
import { SignedIn, unpermitted } from "./call-shapes.ts";
import type { DocumentedEndpoint } from "./endpoint.ts";
import { token } from "./examples.ts";
import { inboundMailBytesMax } from "./limits.ts";
import { MailAddress, OwnMail } from "./mail.ts";
import { User } from "./participant.ts";
import { Seq } from "./scalars.ts";
import { exampleOf, shape } from "./shape.ts";

const LinkToken = Type.String({ minLength: 1, maxLength: 200, examples: [token] });
const OwnMailOrNull = Type.Union([OwnMail, Type.Null()], {
  description: "Null if the installation sends no e-mail.",
});
const ended = { not_found: "The link was used, has expired or never existed." };
const user = exampleOf(User);

export const mailEndpoints = {
  viewMail: {
    method: "GET",
    path: "/api/v1/me/mail",
    limit: "reads",
    summary: "Get the caller's e-mail address",
    description: "The address for unread messages, and whether the caller wants them.",
    answers: { 200: shape("The address.", { mail: OwnMailOrNull }) },
  },
  changeMail: {
    method: "PUT",
    path: "/api/v1/me/mail",
    limit: "ownSettings",
    summary: "Change the caller's e-mail address",
    description:
      "An omitted field stays the same. A new address gets an e-mail with a link, and is used once that is opened (`confirmMail`); null removes the address.",
    errors: { conflict: "The installation sends no e-mail." },
    body: Type.Partial(Type.Object({ address: Type.Union([MailAddress, Type.Null()]), is_wanted: Type.Boolean() }), {
      examples: [{ address: "ana@service-popescu.ro" }],
    }),
    answers: {
      200: shape(
        "The updated address.",
        { mail: OwnMail },
        { mail: { address: null, pending: "ana@service-popescu.ro", is_wanted: true, bounced_at: null } },
      ),
    },
  },
  confirmMail: {
    method: "POST",
    path: "/api/v1/mail/confirm",
    access: "public",
    limit: "signIn",
    summary: "Confirm an e-mail address",
    description:
      "Takes the part of `/mail` after the `#`, from the e-mail that `changeMail` sent. It is valid for 72 hours.",
    errors: ended,
    body: Type.Object({ link: LinkToken }),
    answers: {
      200: shape("The address is confirmed.", { address: Type.String() }, { address: "ana@service-popescu.ro" }),
    },
  },
  openMailLink: {
    method: "POST",
    path: "/api/v1/mail/open",
    access: "public",
    limit: "signIn",
    summary: "Sign in to one room with a link of an e-mail",
    description:
      "Takes the part of `/m` after the `#`. It works once, within 30 days. The session may read and answer that one room (`only_room` of the user), and ends after 30 days without use.",
    errors: ended,
    body: Type.Object({ link: LinkToken }),
    answers: {
      200: shape("This device's token, and the person with `only_room`.", SignedIn.properties, {
        token,
        user: {
          ...user,
          roles: [{ name: "Link", permissions: ["rooms.view", "messages.publish", "messages.attach"] }],
          only_room: { id: 12, name: "oferta.10001", channel: "presence-oferta.10001" },
        },
      }),
    },
  },
  stopMail: {
    method: "POST",
    path: "/api/v1/mail/stop/:link",
    access: "public",
    limit: "unknownCalls",
    summary: "Stop e-mails about unread messages",
    description:
      "The address in `List-Unsubscribe` of every such e-mail (RFC 8058); the page calls it too, with what follows `off=` in `/mail#off=...`. The person can turn them on again (`changeMail`).",
    errors: ended,
    params: Type.Object({ link: LinkToken }),
    body: Type.Optional(Type.Unknown({ description: "Ignored; mail programs send `List-Unsubscribe=One-Click`." })),
    answers: { 200: shape("No more are sent.", { stopped: Type.Literal(true) }) },
  },
  notePushShown: {
    method: "POST",
    path: "/api/v1/pushShown",
    limit: "readMarks",
    summary: "Report a shown push",
    description:
      "A service worker reports that it showed a push of a room, so that no e-mail is sent about messages up to `seq`.",
    permissions: ["rooms.view"],
    errors: unpermitted,
    body: Type.Object(
      { room: Type.String({ minLength: 1, maxLength: 64 }), seq: Seq },
      { examples: [{ room: "oferta.10001", seq: 57 }] },
    ),
    answers: { 200: shape("Noted, if the caller is a member of the room.", { noted: Type.Literal(true) }) },
  },
  takeMail: {
    method: "POST",
    path: "/api/v1/mail/inbound",
    access: "public",
    limit: "unknownCalls",
    isExpensive: true,
    timeLimitMs: 120_000,
    summary: "Deliver an e-mail",
    description:
      "For a mail server's pipe or webhook: takes an e-mail as it arrived (`message/rfc822`), with `Authorization: Bearer` and `INBOUND_MAIL_SECRET`. An answer to one of Cuplaj's e-mails becomes a message of its sender; anything else is refused and logged. The same e-mail twice makes one message.",
    errors: {
      unauthenticated: "The secret is wrong.",
      not_found: "`INBOUND_MAIL_SECRET` is not set.",
      storage_full: "The installation has no space left for files.",
    },
    headers: Type.Object({ authorization: Type.Optional(Type.String({ maxLength: 1024 })) }),
    upload: { types: ["message/rfc822"], bytesMax: inboundMailBytesMax, stillMsMax: 60_000 },
    answers: {
      200: shape(
        "What became of it; there is no need to deliver it again.",
        {
          outcome: Type.Union([
            Type.Literal("published"),
            Type.Literal("repeated"),
            Type.Literal("bounce"),
            Type.Literal("refused"),
          ]),
        },
        { outcome: "published" },
      ),
    },
  },
} as const satisfies Readonly<Record<string, DocumentedEndpoint>>;
