import { isUrlOf, type ReadSetting, refuseUnused, secret } from "./settings.ts";

const secretCharactersMin = 32;

/** INMAIL-1: how answers to e-mails arrive; null if none are taken. */
export function readInboundMail(read: ReadSetting) {
  const inboundSecret = read(
    "INBOUND_MAIL_SECRET",
    secret(`a text of at least ${secretCharactersMin} characters`, (given) => given.length >= secretCharactersMin),
    "Bearer token with which a mail server delivers answers (`POST /api/v1/mail/inbound`); needs `SMTP_URL`.",
  );
  const imapUrl = read(
    "IMAP_URL",
    secret("an address such as imaps://user:password@imap.example.ro/INBOX", isUrlOf(["imap:", "imaps:"])),
    "Mailbox from which answers are read; needs `SMTP_URL`.",
  );
  if (!read.isSet("SMTP_URL")) refuseUnused(read, ["INBOUND_MAIL_SECRET", "IMAP_URL"], "without SMTP_URL");
  return { inboundMail: inboundSecret === null && imapUrl === null ? null : { secret: inboundSecret, imapUrl } };
}
