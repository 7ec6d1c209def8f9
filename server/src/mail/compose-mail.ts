import type { LanguageCode } from "@cuplaj/protocol/participant.ts";
import type { MailFacts, MailText } from "./jobs.ts";
import { mailWords } from "./mail-words.ts";

/** Addresses that an e-mail refers to. */
export interface MailLinks {
  readonly open: string;
  readonly isOneRoom: boolean;
  /** The page that stops the e-mails, and the call for mail programs. */
  readonly stop: string;
  readonly stopCall: string;
  /** The address that takes answers; null if the installation takes none. */
  readonly replyTo: string | null;
}

/** A photo's preview, shown inside the e-mail. */
export interface InlinePreview {
  readonly fileId: string;
  readonly content: Buffer;
}

interface Composed {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface ComposedMail extends Composed {
  readonly messageId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly replyTo: string | null;
  readonly attachments: readonly {
    readonly cid: string;
    readonly filename: string;
    readonly contentType: string;
    readonly content: Buffer;
  }[];
}

/** MAIL-6: composes an e-mail. `domain` is that of the sender's address. */
export function composeMail(
  facts: MailFacts,
  links: MailLinks,
  previews: readonly InlinePreview[],
  domain: string,
): ComposedMail {
  const { participantId, roomId, room, uptoOrdinal, notifications, language } = facts;
  const thread = `<room.${roomId}.${participantId}@${domain}>`;
  const shown = notifications.privacy === "what" ? previews : [];
  return {
    ...write(facts, links, shown),
    messageId: `<room.${roomId}.${participantId}.${uptoOrdinal}@${domain}>`,
    headers: {
      "In-Reply-To": thread,
      References: thread,
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
      "List-Id": `${oneLine(room)} <room-${roomId}.${domain}>`,
      "List-Unsubscribe": `<${links.stopCall}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      "Content-Language": language,
    },
    replyTo: links.replyTo,
    attachments: shown.map(({ fileId, content }) => ({
      cid: fileId,
      filename: `${fileId}.webp`,
      contentType: "image/webp",
      content,
    })),
  };
}

function write(facts: MailFacts, links: MailLinks, previews: readonly InlinePreview[]): Composed {
  const { notifications, language, total, name } = facts;
  const words = mailWords[language];
  const room = words.room(facts.room);
  const isWhole = notifications.privacy === "what";
  const author = notifications.privacy === "nothing" ? undefined : facts.texts.at(-1)?.author;
  const texts = isWhole ? facts.texts : [];
  const left = isWhole ? total - texts.length : 0;
  const earlier = left > 0 ? [words.earlier(left)] : [];
  const notes = [...(links.isOneRoom ? [words.once] : []), ...(links.replyTo === null ? [] : [words.reply])];
  const unread = words.unread(total, room);
  const text = [
    words.greeting(name),
    unread,
    ...earlier,
    ...texts.map((each) => `${each.author}:\n${plainOf(each, words.file)}`),
    `${words.open}:\n${links.open}`,
    ...notes,
    `${words.stop}:\n${links.stop}`,
  ].join("\n\n");
  const isShown = new Set(previews.map(({ fileId }) => fileId));
  const html = page(language, [
    `<p>${escaped(words.greeting(name))}</p><p>${escaped(unread)}</p>`,
    ...earlier.map((each) => `<p style="color:#666">${escaped(each)}</p>`),
    ...texts.map((each) => messageHtml(each, isShown, words.file)),
    button(links.open, words.open),
    ...notes.map((each) => `<p style="color:#666;font-size:13px">${escaped(each)}</p>`),
    `<p style="font-size:13px"><a href="${escaped(links.stop)}" style="color:#666">${escaped(words.stop)}</a></p>`,
  ]);
  return { subject: oneLine(words.subject(room, author ?? null)), text, html };
}

/** MAIL-2: composes the e-mail with the link that confirms an address. */
export function composeConfirmation(language: LanguageCode, name: string, link: string): Composed {
  const words = mailWords[language];
  return {
    subject: words.confirmSubject,
    text: [words.greeting(name), `${words.confirm}\n${link}`, words.notYou].join("\n\n"),
    html: page(language, [
      `<p>${escaped(words.greeting(name))}</p><p>${escaped(words.confirm)}</p>`,
      button(link, words.confirmLink),
      `<p style="color:#666;font-size:13px">${escaped(words.notYou)}</p>`,
    ]),
  };
}

const plainOf = ({ text, file }: MailText, word: string): string =>
  [...(text === "" ? [] : [text]), ...(file === null ? [] : [`[${word}: ${oneLine(file.name)}]`])].join("\n");

function messageHtml({ author, text, file }: MailText, isShown: ReadonlySet<string>, word: string): string {
  const picture =
    file === null
      ? ""
      : isShown.has(file.id)
        ? `<br><img src="cid:${file.id}" alt="${escaped(file.name)}" style="max-width:320px;max-height:320px;border-radius:6px">`
        : `<br>${escaped(`${word}: ${file.name}`)}`;
  return `<p style="margin:0 0 12px;padding:8px 12px;border-left:3px solid #c8c8c8"><b>${escaped(author)}</b><br>${escaped(text).replaceAll("\n", "<br>")}${picture}</p>`;
}

const button = (link: string, word: string): string =>
  `<p><a href="${escaped(link)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#1a5fb4;color:#fff;text-decoration:none">${escaped(word)}</a></p>`;

const page = (language: LanguageCode, parts: readonly string[]): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"></head><body style="font-family:sans-serif;font-size:15px;line-height:1.45;color:#1c1c1c;max-width:560px">${parts.join("")}</body></html>`;

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (text: string): string => text.replaceAll(/[&<>"']/gu, (found) => entities[found] ?? "");

/** Names and titles must not add headers or lines. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
