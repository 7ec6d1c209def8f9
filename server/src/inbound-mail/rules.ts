import { messageBytesMax, messageCharactersMax } from "@cuplaj/protocol/limits.ts";
import { cleanText, showsSomething } from "@cuplaj/protocol/message-text.ts";
import type { ReplyTarget } from "../mail/rules.ts";

/** INMAIL-5: most attachments of an e-mail that become messages, and most messages that its text becomes. */
export const takenFilesMax = 10;
const textsMax = 3;
/** INMAIL-5a: pictures inside a text that are smaller belong to signatures. */
const signaturePictureBytesMax = 5000;

/** An attachment, written to a file of its own. */
export interface ParsedFile {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
}

/** The parts of an e-mail that count. */
export interface ParsedMail {
  /** Names the e-mail: a hash of its `Message-ID`, or of its bytes if that is missing. */
  readonly id: string;
  /** The headers that `judgeMail` looks at, by lower-case name, unfolded. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The addresses in all `From` headers. */
  readonly from: readonly string[];
  readonly subject: string;
  /** The failures in a delivery report; null for any other e-mail. */
  readonly report: readonly ReportedFailure[] | null;
  /** The person's own words, without quotes and signature. */
  readonly text: string;
  readonly files: readonly ParsedFile[];
}

interface ReportedFailure {
  /** An enhanced status code (RFC 3463) such as `5.1.1`. */
  readonly status: string;
  readonly recipient: string;
}

/** INMAIL-8: why an e-mail could not be read. */
export type MailProblem = "unreadable" | "too-long-to-read" | "ended";

/** Why an e-mail is refused (INMAIL-3). Alarms and the audit log match on these names. */
export type RefusalReason =
  | "no-reply-address"
  | "several-reply-addresses"
  | "automatic"
  | "other-sender"
  | "second-factor"
  | "not-allowed"
  | "empty"
  | "too-long"
  | "too-large"
  | MailProblem;

export type Verdict =
  | { readonly kind: "answer"; readonly to: ReplyTarget }
  | { readonly kind: "bounce"; readonly to: ReplyTarget }
  | { readonly kind: "refused"; readonly reason: RefusalReason; readonly to: ReplyTarget | null };

const recipientHeaders = ["to", "cc", "delivered-to", "x-original-to", "envelope-to", "x-envelope-to"];
const automaticHeaders = ["list-id", "x-autoreply", "x-autorespond", "x-autoresponder", "x-failed-recipients"];
const lookedAt = new Set([
  ...recipientHeaders,
  ...automaticHeaders,
  ...["from", "content-type", "auto-submitted", "precedence", "x-auto-response-suppress", "return-path"],
]);
const headersMax = 1000;

/** Selects and unfolds the headers that decide. */
export const readHeaders = (lines: readonly string[]): ParsedMail["headers"] =>
  lines
    .slice(0, headersMax)
    .map((line): readonly [string, string] => {
      const colon = line.indexOf(":");
      return [
        line.slice(0, colon).trim().toLowerCase(),
        line
          .slice(colon + 1)
          .replaceAll(/\s+/gu, " ")
          .trim(),
      ];
    })
    .filter(([name]) => lookedAt.has(name));

/** INMAIL-2: finds whose answer an e-mail may be. `read` checks the signature of an address. */
export function judgeMail(
  { headers, from, subject, report }: ParsedMail,
  read: (address: string) => ReplyTarget | null,
): Verdict {
  const targets = targetsIn(headers, read);
  const [to = null] = targets;
  if (to === null) return { kind: "refused", reason: "no-reply-address", to };
  if (targets.length > 1) return { kind: "refused", reason: "several-reply-addresses", to: null };
  if (report?.some(isPermanent) === true) return { kind: "bounce", to };
  if (report !== null || isAutomatic(headers, subject)) return { kind: "refused", reason: "automatic", to };
  const isClear = headers.filter(([name]) => name === "from").length === 1 && from.length === 1;
  return isClear ? { kind: "answer", to } : { kind: "refused", reason: "other-sender", to };
}

function targetsIn(headers: ParsedMail["headers"], read: (address: string) => ReplyTarget | null): ReplyTarget[] {
  const found = new Map<string, ReplyTarget>();
  for (const [name, value] of headers) {
    if (!recipientHeaders.includes(name)) continue;
    for (const [address] of value.matchAll(
      /[^\s<>,;:"()]{1,64}\+r\d{1,15}\.\d{1,15}\.[a-z2-7]{16}@[^\s<>,;:"()]{1,255}/giu,
    )) {
      const target = read(address);
      if (target !== null) found.set(`${target.roomId} ${target.participantId}`, target);
    }
  }
  return [...found.values()];
}

/** INMAIL-7: a full mailbox (5.2.2) can be emptied. */
const isPermanent = ({ status }: { readonly status: string }): boolean => status.startsWith("5.") && status !== "5.2.2";

/** INMAIL-3a: whether a program wrote the e-mail. */
function isAutomatic(headers: ParsedMail["headers"], subject: string): boolean {
  const says = (name: string, pattern: RegExp): boolean =>
    headers.some(([each, value]) => each === name && pattern.test(value));
  return (
    says("auto-submitted", /^(?!no\b)./iu) ||
    says("precedence", /^(?:bulk|junk|list|auto_reply)\b/iu) ||
    says("x-auto-response-suppress", /\b(?:all|oof|autoreply)\b/iu) ||
    says("return-path", /^<\s*>$/u) ||
    automaticHeaders.some((name) => says(name, /^/u)) ||
    /^\s*(?:automatic reply|auto(?:matic)?[- ]reply|out of office|r[aă]spuns automat|absent din birou)\b/iu.test(
      subject,
    )
  );
}

/** INMAIL-2: whether two addresses are the same mailbox; providers ignore the case. */
export const isSameAddress = (left: string, right: string): boolean =>
  left.normalize().toLowerCase() === right.normalize().toLowerCase();

interface AttachmentFacts {
  readonly type: string;
  readonly bytes: number;
  readonly isInline: boolean;
  /** Whether it stands in a quote or signature, or nowhere. */
  readonly isQuoted: boolean;
}

/** Parts that no person attached. */
const technical =
  /^(?:application\/(?:(?:x-)?pkcs7-\w+|pgp-\w+|ms-tnef)|message\/(?:delivery-status|disposition-notification)|text\/(?:rfc822-headers|x-amp-html))$/iu;

/** INMAIL-5a: whether an attachment becomes a message. */
export const isTakenFile = ({ type, bytes, isInline, isQuoted }: AttachmentFacts): boolean =>
  bytes > 0 &&
  !technical.test(type) &&
  !isQuoted &&
  !(isInline && type.startsWith("image/") && bytes < signaturePictureBytesMax);

/** INMAIL-4b: cuts a text into messages, at ends of lines or words if possible. */
export function messagesOf(own: string): readonly string[] | "too-long" {
  const text = cleanText(own.toWellFormed());
  const messages: string[] = [];
  for (let rest = text; rest !== "";) {
    if (messages.length === textsMax) return "too-long";
    const message = firstPart(rest);
    rest = rest.slice(message.length).trim();
    if (showsSomething(message)) messages.push(message.trim());
  }
  return messages;
}

function firstPart(text: string): string {
  const characters = Array.from(text.slice(0, 2 * messageCharactersMax)).slice(0, messageCharactersMax);
  while (bytesOf(characters.join("")) > messageBytesMax) characters.splice(-Math.ceil(characters.length / 8));
  const most = characters.join("");
  if (most.length === text.length) return text;
  const end = [most.lastIndexOf("\n"), most.lastIndexOf(" ")].find((at) => at > most.length / 2);
  return end === undefined ? most : most.slice(0, end);
}

/** UTF-8 bytes; rules know no `Buffer`. */
const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
