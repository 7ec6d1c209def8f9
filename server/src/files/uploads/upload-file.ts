import { join } from "node:path";
import type { User } from "@cuplaj/protocol/participant.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";
import { checkQuota } from "../storage/claim-file.ts";
import { removeObjects } from "../storage/remove-objects.ts";
import type { RefuseByStorage } from "../storage/storage-problem.ts";
import { done, invalidField, type Outcome, type Refused, refused } from "../../kernel/outcome.ts";
import { answerPublication, findReplySeq, findRoomId, type Published } from "../../messages/publish-message.ts";
import type { MessageStore } from "../../messages/store.ts";
import { findOwnRoom } from "../../rooms/change-room.ts";
import { hasLeft } from "../../rooms/leave-room.ts";
import { assembleUpload } from "./assemble-upload.ts";
import { type FileSent, publishFile, type PublishFileParts } from "./publish-file.ts";
import { type FormPart, receiveForm } from "./receive-form.ts";
import { readFileText } from "./rules.ts";
import type { UploadStore } from "./store.ts";
import { inWorkFolder } from "./work-file.ts";

export interface UploadFileParts extends PublishFileParts {
  readonly messages: Pick<MessageStore, "findSent" | "findSeq">;
  readonly uploads: UploadStore;
  readonly refuseByStorage: RefuseByStorage;
}

interface FormSent {
  readonly roomRef: string;
  /** Declared length of the whole body; 0 if unknown. */
  readonly bytes: number;
  readonly form: () => AsyncIterable<FormPart>;
}

/** MSG-3: publishes the file of a form. Checks the sender's permission before it reads the body. */
export async function uploadForm(parts: UploadFileParts, caller: User, sent: FormSent): Promise<Outcome<Published>> {
  const { roomRef } = sent;
  const access = await admit(parts, caller, roomRef, sent.bytes);
  if (!access.ok) return access;
  const roomId = access.value;
  return await withStorage(parts, async (folder) => {
    const findFirst = async (clientId: string) => await findSent(parts, caller, { roomRef, roomId, clientId });
    const received = await receiveForm(sent.form(), join(folder, "file"), findFirst);
    if (!received.ok) return received;
    if ("message" in received.value) return done(received.value);
    const { replyTo, ...file } = received.value;
    return await publishReply(parts, caller, { roomRef, roomId, uploadId: null, ...file }, replyTo);
  });
}

interface UploadSent {
  readonly roomRef: string;
  readonly uploadId: string;
  readonly text: string;
  readonly clientId: string;
  readonly replyTo: number | null;
}

/** MSG-3: publishes a finished upload; a repeated `clientId` returns the first message, whatever happened to the upload. */
export async function publishUpload(
  parts: UploadFileParts,
  caller: User,
  { roomRef, uploadId, text, clientId, replyTo }: UploadSent,
): Promise<Outcome<Published>> {
  const namedId = await findRoomId(parts.rooms, caller, roomRef);
  const first = namedId === null ? null : await findSent(parts, caller, { roomRef, roomId: namedId, clientId });
  if (first !== null) return first;
  const access = await admit(parts, caller, roomRef, 0);
  if (!access.ok) return access;
  const read = readFileText(text);
  if (!read.ok) return invalidField("message", read.problem);
  return await withStorage(parts, async (folder) => {
    const upload = await parts.uploads.find(uploadId, caller.id);
    const file = upload === null ? null : await assembleUpload(parts.storages, upload, join(folder, "file"));
    if (upload === null || file === null) return invalidField("upload", "not_valid");
    const sent = { roomRef, roomId: access.value, text: read.text, clientId, file, name: upload.name, uploadId };
    const outcome = await publishReply(parts, caller, sent, replyTo);
    // MSG-3f: an infected upload is removed immediately instead of by a sweep.
    const isOver = outcome.ok || outcome.code === "infected";
    const removed = isOver ? await parts.uploads.remove(uploadId) : null;
    if (removed !== null) await removeObjects(parts, removed);
    return outcome;
  });
}

async function publishReply(
  parts: UploadFileParts,
  caller: User,
  sent: Omit<FileSent, "replyToSeq">,
  replyTo: number | null,
): Promise<Outcome<Published>> {
  const replyToSeq = await findReplySeq(parts.messages, sent.roomId, replyTo);
  if (replyToSeq === "absent") return invalidField("reply_to", "not_valid");
  return await publishFile(parts, caller, { ...sent, replyToSeq });
}

export const mayAttach = ({ roles }: User): boolean => hasPermission(roles, ["messages.publish", "messages.attach"]);

/** MSG-3b: returns the room's id if the caller may publish a file of `bytes` there; people who left get 404 (MSG-2c). */
async function admit(
  parts: UploadFileParts,
  caller: User,
  roomRef: string,
  bytes: number,
): Promise<Outcome<number> | Refused> {
  const room = await findOwnRoom(parts.rooms, caller, roomRef);
  if (!room.ok) return (await hasLeft(parts, caller, roomRef)) ? refused("not_found") : room;
  if (!mayAttach(caller)) return refused("forbidden");
  return (await checkQuota(parts, caller.id, bytes)) ?? done(room.value.id);
}

/** MSG-2a: returns the result of an earlier send with the same `clientId`, or null. */
async function findSent(
  { messages, rooms }: UploadFileParts,
  caller: User,
  { roomRef, roomId, clientId }: { readonly roomRef: string; readonly roomId: number; readonly clientId: string },
): Promise<Outcome<Published> | null> {
  const sent = await messages.findSent({ roomId, author: caller, text: "", clientId });
  return sent === null ? null : await answerPublication(rooms, caller, roomRef, sent);
}

/** Runs the work in its own folder; a full or unavailable disk or storage becomes 507 or 503. */
async function withStorage(
  { storages, refuseByStorage }: UploadFileParts,
  work: (folder: string) => Promise<Outcome<Published>>,
): Promise<Outcome<Published>> {
  try {
    return await inWorkFolder(storages.workFolder, work);
  } catch (error) {
    return refuseByStorage(error);
  }
}
