import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import type { User } from "@cuplaj/protocol/participant.ts";
import type { FormPart } from "../files/uploads/receive-form.ts";
import { uploadForm, type UploadFileParts } from "../files/uploads/upload-file.ts";
import { inWorkFolder, writeWorkFile } from "../files/uploads/work-file.ts";
import { done, type Outcome, type Refused } from "../kernel/outcome.ts";
import type { SecurityLog } from "../kernel/security-log.ts";
import { readReplyAddress } from "../mail/reply-address.ts";
import type { ReplyTarget } from "../mail/rules.ts";
import type { MailStore } from "../mail/store.ts";
import { type Published, publishMessage } from "../messages/publish-message.ts";
import { isFactorAsked, type TwoFactor } from "../sign-in/rules.ts";
import type { SignInStore } from "../sign-in/store.ts";
import type { ReadMail } from "./mail-reader.ts";
import { isSameAddress, judgeMail, messagesOf, type ParsedFile, type ParsedMail, type RefusalReason } from "./rules.ts";

export type MailOutcome = "published" | "repeated" | "bounce" | "refused";

/** Takes an e-mail as it arrived. Refused only while the server cannot take it: it must be delivered again then. */
export type TakeMail = (raw: AsyncIterable<Uint8Array>) => Promise<Outcome<MailOutcome>>;

export interface TakeMailParts extends UploadFileParts {
  readonly readMail: ReadMail;
  readonly mails: Pick<MailStore, "findOwn">;
  readonly users: Pick<SignInStore, "findUser">;
  readonly noteBounce: (participantId: number) => Promise<void>;
  readonly security: SecurityLog;
  readonly twoFactor: TwoFactor;
  /** The sender of e-mails, which reply addresses begin with, and what signs them. */
  readonly from: string;
  readonly mailKey: string;
  readonly countOutcome: (outcome: MailOutcome) => void;
}

/** INMAIL-1: an answer to an e-mail becomes a message of its person; the same e-mail again changes nothing. */
export const createTakeMail = (parts: TakeMailParts) => ({
  takeMail: async (raw: AsyncIterable<Uint8Array>) => {
    const outcome = await take(parts, raw);
    if (outcome.ok) parts.countOutcome(outcome.value);
    return outcome;
  },
  /** INMAIL-8: notes an e-mail that is too large to be read. */
  refuseTooLarge(): void {
    noteRefusal(parts, "too-large", null);
    parts.countOutcome("refused");
  },
});

async function take(parts: TakeMailParts, raw: AsyncIterable<Uint8Array>): Promise<Outcome<MailOutcome>> {
  try {
    return await inWorkFolder(parts.storages.workFolder, async (folder) => {
      const path = join(folder, "mail");
      await writeWorkFile(path, raw);
      const read = await parts.readMail(path, folder);
      return "mail" in read ? await takeRead(parts, read.mail) : refuse(parts, read.problem, null);
    });
  } catch (error) {
    return parts.refuseByStorage(error);
  }
}

async function takeRead(parts: TakeMailParts, mail: ParsedMail): Promise<Outcome<MailOutcome>> {
  const verdict = judgeMail(mail, (address) => readReplyAddress(address, parts.from, parts.mailKey));
  if (verdict.kind === "refused") return refuse(parts, verdict.reason, verdict.to);
  const { to } = verdict;
  const { address } = await parts.mails.findOwn(to.participantId);
  if (verdict.kind === "bounce") {
    const isTheirs = mail.report?.some(({ recipient }) => address !== null && isSameAddress(recipient, address));
    if (isTheirs !== true) return refuse(parts, "other-sender", to);
    await parts.noteBounce(to.participantId);
    return done("bounce");
  }
  if (address === null || !isSameAddress(mail.from[0] ?? "", address)) return refuse(parts, "other-sender", to);
  const person = await parts.users.findUser(to.participantId);
  if (person === null) return refuse(parts, "not-allowed", to);
  // TFA-1: an e-mail must not replace the second factor of staff.
  if (isFactorAsked(parts.twoFactor, person.type)) return refuse(parts, "second-factor", to);
  return await publish(parts, person, to, mail);
}

/** Publishes the text, then the attachments. */
async function publish(
  parts: TakeMailParts,
  person: User,
  to: ReplyTarget,
  { id, text, files }: ParsedMail,
): Promise<Outcome<MailOutcome>> {
  const texts = messagesOf(text);
  if (texts === "too-long") return refuse(parts, texts, to);
  if (texts.length + files.length === 0) return refuse(parts, "empty", to);
  const published: Published[] = [];
  for (const [index, part] of [...texts, ...files].entries()) {
    const outcome = await publishPart(parts, person, to.roomId, part, clientIdOf(id, to, index));
    if (outcome.ok) published.push(outcome.value);
    else if (isTemporary(outcome)) return outcome;
    else noteRefusal(parts, reasonFor(part, outcome), to);
  }
  if (published.length === 0) return done("refused");
  return done(published.some(({ isNew }) => isNew) ? "published" : "repeated");
}

async function publishPart(
  parts: TakeMailParts,
  person: User,
  roomId: number,
  part: string | ParsedFile,
  clientId: string,
): Promise<Outcome<Published>> {
  const roomRef = String(roomId);
  if (typeof part === "string")
    return await publishMessage(parts, person, { roomRef, text: part, clientId, replyTo: null });
  return await uploadForm(parts, person, { roomRef, bytes: part.bytes, form: () => formOf(part, clientId) });
}

/** INMAIL-6: names each message of an e-mail, so that a repeated one publishes none again. */
function clientIdOf(mailId: string, { roomId, participantId }: ReplyTarget, part: number): string {
  const hex = createHash("sha256").update(`${mailId} ${roomId} ${participantId} ${part}`).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}

/** An attachment as a form would bring it, so that the same checks apply. */
async function* formOf({ name, path }: ParsedFile, clientId: string): AsyncIterable<FormPart> {
  yield { kind: "field", name: "client_id", value: clientId, isCut: false };
  const bytes = createReadStream(path);
  try {
    yield { kind: "file", name: "attachment", fileName: name, bytes };
  } finally {
    bytes.destroy();
  }
}

const reasonFor = (part: string | ParsedFile, { code }: Refused): string =>
  typeof part === "string" ? "not-allowed" : `attachment ${code}`;

const isTemporary = ({ code }: Refused): boolean => code === "unavailable" || code === "storage_full";

function refuse(parts: TakeMailParts, reason: RefusalReason, to: ReplyTarget | null): Outcome<MailOutcome> {
  noteRefusal(parts, reason, to);
  return done("refused");
}

/** INMAIL-3c: names the person only if the e-mail had their reply address. */
function noteRefusal({ security }: TakeMailParts, reason: string, to: ReplyTarget | null): void {
  security.note("mail.refused", { who: to?.participantId ?? null, by: "nobody", what: reason, from: "mail" });
}
