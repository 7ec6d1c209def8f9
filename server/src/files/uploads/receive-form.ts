import type { Readable } from "node:stream";
import { Check } from "typebox/schema";
import { ClientId } from "@cuplaj/protocol/scalars.ts";
import { done, invalidField, type Outcome, type Refused } from "../../kernel/outcome.ts";
import type { FileOnDisk } from "../inspection/inspection.ts";
import type { Published } from "../../messages/publish-message.ts";
import { readFileName, readFileText } from "./rules.ts";
import { writeWorkFile } from "./work-file.ts";

/** A part of a form, in order of arrival. The bytes of a file must be read before the next part is requested. */
export type FormPart =
  | { readonly kind: "field"; readonly name: string; readonly value: string; readonly isCut: boolean }
  | {
      readonly kind: "file";
      readonly name: string;
      readonly fileName: string;
      readonly bytes: Readable;
    }
  | { readonly kind: "too-many"; readonly of: "fields" | "files" };

interface ReceivedForm {
  readonly text: string;
  readonly clientId: string | null;
  readonly replyTo: number | null;
  readonly file: FileOnDisk;
  readonly name: string;
}

interface Received {
  text?: string;
  clientId?: string;
  replyTo?: number;
  file?: FileOnDisk;
  name?: string;
}

type FindFirst = (clientId: string) => Promise<Outcome<Published> | null>;
type Ended = Outcome<Published>;

/** MSG-3c: accepts the form's parts in any order; stops at the first error or at a `client_id` already published. */
export async function receiveForm(
  form: AsyncIterable<FormPart>,
  path: string,
  findFirst: FindFirst,
): Promise<Outcome<ReceivedForm | Published>> {
  const received: Received = {};
  for await (const part of form) {
    const ended = await receivePart(received, part, path, findFirst);
    if (ended !== null) return ended;
  }
  const { text = "", clientId = null, replyTo = null, file, name = "" } = received;
  return file === undefined ? invalidField("attachment", "required") : done({ text, clientId, replyTo, file, name });
}

async function receivePart(
  received: Received,
  part: FormPart,
  path: string,
  findFirst: FindFirst,
): Promise<Ended | null> {
  if (part.kind === "too-many") return invalidField(part.of === "files" ? "attachment" : "body", "too_many");
  if (part.kind === "file") return await receiveFile(received, part, path);
  if (part.name === "attachment") return invalidField("attachment", "wrong_type");
  if (part.name === "message") return receiveText(received, part);
  if (part.name === "reply_to") return receiveReplyTo(received, part.value);
  return part.name === "client_id" ? await receiveClientId(received, part.value, findFirst) : null;
}

async function receiveFile(
  received: Received,
  part: Extract<FormPart, { kind: "file" }>,
  path: string,
): Promise<Refused | null> {
  if (part.name !== "attachment") return invalidField("attachment", "required");
  received.file = await writeWorkFile(path, part.bytes);
  received.name = readFileName(part.fileName);
  return received.file.bytes === 0 ? invalidField("attachment", "empty") : null;
}

function receiveText(received: Received, { value, isCut }: Extract<FormPart, { kind: "field" }>): Refused | null {
  if (received.text !== undefined) return invalidField("message", "too_many");
  const read = isCut ? ({ ok: false, problem: "too_long" } as const) : readFileText(value);
  if (!read.ok) return invalidField("message", read.problem);
  received.text = read.text;
  return null;
}

function receiveReplyTo(received: Received, value: string): Refused | null {
  if (received.replyTo !== undefined) return invalidField("reply_to", "too_many");
  if (!/^[1-9]\d{0,14}$/u.test(value)) return invalidField("reply_to", "not_valid");
  received.replyTo = Number(value);
  return null;
}

async function receiveClientId(received: Received, value: string, findFirst: FindFirst): Promise<Ended | null> {
  if (received.clientId !== undefined) return invalidField("client_id", "too_many");
  if (!Check(ClientId, value)) return invalidField("client_id", "not_valid");
  received.clientId = value;
  return await findFirst(value);
}
