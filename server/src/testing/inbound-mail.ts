import { randomUUID } from "node:crypto";
import { systemClock } from "../kernel/clock.ts";
import { createMailReader } from "../inbound-mail/mail-reader.ts";
import { makeReplyAddress } from "../mail/reply-address.ts";
import type { InboundMail } from "../start/wire-inbound-mail.ts";
import { endHere } from "./at-end.ts";
import type { Person } from "./people.ts";

export const testMailSecret = "the mail servers' secret of the tests";
export const testMailFrom = "chat@piese.example";
export const testMailKey = "a key of the tests";

export const replyAddressOf = (roomId: number, { id: participantId }: Pick<Person, "id">): string =>
  makeReplyAddress(testMailFrom, testMailKey, { roomId, participantId });

/** Takes e-mails over HTTP; records what became of them. */
export function testInboundMail(outcomes: string[]): InboundMail {
  const { readMail, stop } = createMailReader(systemClock);
  endHere(stop);
  return {
    ...{ secret: testMailSecret, from: testMailFrom, readMail, stop },
    countOutcome: (outcome) => void outcomes.push(outcome),
    connect: () => undefined,
    start: () => undefined,
  };
}

interface AnswerMail {
  readonly to: string;
  readonly from: string;
  readonly text?: string;
  /** Further or changed header lines. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** The body with the headers of its type, in place of a plain text. */
  readonly body?: string;
}

/** Writes an e-mail; lines end as on the wire. */
export function answerMail({ to, from, text = "", headers = {}, body }: AnswerMail): string {
  const all = {
    From: `Ana Popescu <${from}>`,
    To: `Piese Auto <${to}>`,
    Subject: "Re: Mesaje noi",
    "Message-ID": `<${randomUUID()}@client.example>`,
    Date: "Tue, 01 Dec 2026 10:15:00 +0200",
    "MIME-Version": "1.0",
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, values]) => [values].flat().map((value) => `${name}: ${value}`));
  const content = body ?? `Content-Type: text/plain; charset=utf-8\n\n${text}`;
  return `${lines.join("\n")}\n${content}`.replaceAll(/\r?\n/gu, "\r\n");
}

export interface MailPart {
  readonly type: string;
  readonly content: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A body of several parts, each in base64. */
export function multipart(kind: string, parts: readonly MailPart[], boundary = "part-of-the-tests"): string {
  const written = parts.map(({ type, content, headers = {} }) => {
    const lines = Object.entries({ "Content-Type": type, "Content-Transfer-Encoding": "base64", ...headers });
    const base64 = Buffer.from(content).toString("base64").replaceAll(/.{76}/gu, "$&\n");
    return `--${boundary}\n${lines.map(([name, value]) => `${name}: ${value}`).join("\n")}\n\n${base64}\n`;
  });
  return `Content-Type: multipart/${kind}; boundary="${boundary}"\n\n${written.join("")}--${boundary}--\n`;
}
