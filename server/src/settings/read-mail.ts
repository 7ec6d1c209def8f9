import { isUrlOf, type Kind, type ReadSetting, refuse, refuseUnused, secret, wholeNumber } from "./settings.ts";

/** The sender of e-mails. */
export interface MailFrom {
  readonly name: string;
  readonly address: string;
}

const mailFrom: Kind<MailFrom | null> = {
  allowed: "an address such as Piese Auto <chat@example.ro>",
  fallback: null,
  parse(given) {
    const [, name = "", named, bare] =
      /^(?:"?([^"<>\p{Cc}]*?)"?\s*<([^\s<>@]+@[^\s<>@]+)>|([^\s<>@]+@[^\s<>@]+))$/u.exec(given) ?? [];
    const address = named ?? bare;
    return address === undefined ? undefined : { name: name.trim(), address };
  },
};

/** MAIL-1: the relay and sender of e-mails about unread messages; null without a relay. */
export function readMail(read: ReadSetting) {
  const url = read(
    "SMTP_URL",
    secret(
      "an address such as smtps://user:password@smtp.example.ro, or smtp:// with STARTTLS",
      isUrlOf(["smtp:", "smtps:"]),
    ),
    "Mail relay for unread messages; unset, none are sent.",
  );
  const from = read("MAIL_FROM", mailFrom, "Sender of e-mails, needed with `SMTP_URL`.");
  const delayMs =
    read(
      "MAIL_DELAY_MINUTES",
      wholeNumber(0, 1440, 15, "minutes"),
      "Time a message stays unread before it is mailed.",
    ) * 60_000;
  if (url === null) {
    refuseUnused(read, ["MAIL_FROM", "MAIL_DELAY_MINUTES"], "without SMTP_URL");
    return { mail: null };
  }
  refuse(from === null, "MAIL_FROM is not set: SMTP_URL needs the sender's address.");
  return { mail: from === null ? null : { url, from, delayMs } };
}
