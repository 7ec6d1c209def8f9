import { type Static, Type } from "typebox";
import { mailAddressCharactersMax } from "./limits.ts";
import { Timestamp } from "./scalars.ts";
import { shape } from "./shape.ts";

/** An address as people type it: one `@`, no spaces or control characters. The confirmation proves that it works. */
export const MailAddress = Type.String({
  pattern:
    '^[^\\s@<>,;:"()\\[\\]\\\\\\x00-\\x1f\\x7f]+@[^\\s@<>,;:"()\\[\\]\\\\\\x00-\\x1f\\x7f]+\\.[^\\s@<>,;:"()\\[\\]\\\\\\x00-\\x1f\\x7f.]+$',
  maxLength: mailAddressCharactersMax,
  examples: ["ana@service-popescu.ro"],
});

export const OwnMail = shape(
  "The e-mail address of the signed-in person.",
  {
    address: Type.Union([Type.String(), Type.Null()], { description: "The confirmed address." }),
    pending: Type.Union([Type.String(), Type.Null()], {
      description: "An address that waits for its confirmation; it replaces `address` then.",
    }),
    is_wanted: Type.Boolean({ description: "Whether unread messages are sent to `address`." }),
    bounced_at: Type.Union([Timestamp, Type.Null()], {
      description: "Set if the last e-mail to `address` was returned; nothing is sent until it is confirmed again.",
    }),
  },
  { address: "ana@service-popescu.ro", pending: null, is_wanted: true, bounced_at: null },
);
export type OwnMail = Static<typeof OwnMail>;
