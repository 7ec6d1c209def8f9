import { randomUUID } from "node:crypto";
import type { User } from "@cuplaj/protocol/participant.ts";
import { claimFile } from "../storage/claim-file.ts";
import type { FileStorages, ObjectStorage } from "../storage/object-storage.ts";
import { removeObjects } from "../storage/remove-objects.ts";
import { objectsOf, previewOf } from "../storage/rules.ts";
import type { FileRow, FileStore, QuotaLimits } from "../storage/store.ts";
import { type Clock, isoTime } from "../../kernel/clock.ts";
import { invalidField, type Outcome, type Refused, refused } from "../../kernel/outcome.ts";
import { reasonOf } from "../../kernel/startup-problem.ts";
import type { FileInspector, FileOnDisk, InspectedFile, InspectionProblem } from "../inspection/inspection.ts";
import type { StoredFile } from "../../messages/file-rules.ts";
import { answerPublication, type Published, type PublishParts } from "../../messages/publish-message.ts";
import type { NewMessage, Publication } from "../../messages/store.ts";
import type { CheckFile } from "./check-file.ts";
import { nameOfKind } from "./rules.ts";

export interface PublishFileParts extends PublishParts {
  readonly files: FileStore;
  readonly storages: FileStorages;
  readonly quota: QuotaLimits;
  readonly inspector: FileInspector;
  /** Null if no checker is configured. */
  readonly checkFile: CheckFile | null;
  readonly clock: Clock;
}

export interface FileSent {
  readonly roomRef: string;
  readonly roomId: number;
  readonly text: string;
  readonly clientId: string | null;
  readonly replyToSeq: number | null;
  readonly file: FileOnDisk;
  /** Empty if the file is unnamed. */
  readonly name: string;
  /** The upload that the file was assembled from; null if it was sent whole. */
  readonly uploadId: string | null;
}

const busyRetryMs = 5000;
/** SQLSTATE of a reference to a missing row, here to a file that a sweep removed. */
const refersToNone = "23503";

/** MSG-3: writes the file's row before the objects, and the objects before the message, so that the sweep finds whatever a crash leaves. */
export async function publishFile(parts: PublishFileParts, caller: User, sent: FileSent): Promise<Outcome<Published>> {
  const check = (await parts.checkFile?.(sent.file.path, caller.id)) ?? "clean";
  if (check === "infected") return refused("infected");
  if (check === "unknown") return refused("unavailable", { retryAfterMs: busyRetryMs });
  const inspection = await parts.inspector.inspectFile(sent.file, caller.id);
  if (!inspection.ok) return refusedBy(inspection.problem);
  const { id: storageId, storage } = await parts.storages.current();
  const row = rowOf(parts, caller, sent, inspection.value, storageId);
  const claim = await claimFile(parts, row, sent.uploadId);
  return claim.ok ? await publishClaimed(parts, caller, sent, { row, storage, found: inspection.value }) : claim;
}

interface ClaimedFile {
  readonly row: FileRow;
  readonly storage: ObjectStorage;
  readonly found: InspectedFile;
}

async function publishClaimed(
  parts: PublishFileParts,
  caller: User,
  { roomId, roomRef, text, clientId, replyToSeq }: FileSent,
  { row, storage, found }: ClaimedFile,
): Promise<Outcome<Published>> {
  try {
    await storage.put(row.id, found.file);
    if (found.preview !== null) await storage.put(previewOf(row.id), found.preview);
  } catch (error) {
    await release(parts, row);
    throw error;
  }
  // If this throws, the message may still be stored, so the sweep decides whether to remove the file.
  const message = { roomId, author: caller, text, clientId, replyToSeq, file: toStored(row) };
  const publication = await publish(parts, message);
  if (publication === "swept" || publication?.kind !== "stored") await release(parts, row);
  if (publication === "swept") return refused("unavailable", { retryAfterMs: busyRetryMs });
  return await answerPublication(parts.rooms, caller, roomRef, publication);
}

async function release(parts: PublishFileParts, row: FileRow): Promise<void> {
  if (await parts.files.release(row)) await removeObjects(parts, { storageId: row.storageId, names: objectsOf(row) });
}

/** Returns `swept` if this took so long that a sweep removed the file; nothing was stored then. */
async function publish({ writer }: PublishFileParts, message: NewMessage): Promise<Publication | "swept" | null> {
  try {
    return await writer.publish(message);
  } catch (error) {
    if (reasonOf(error) === refersToNone) return "swept";
    throw error;
  }
}

function rowOf(
  { clock }: PublishFileParts,
  { id: uploaderId }: User,
  { name }: FileSent,
  { mime, width, height, placeholder, file, preview }: InspectedFile,
  storageId: string,
): FileRow {
  return {
    ...{ id: randomUUID(), storageId, uploaderId, name: name === "" ? nameOfKind(mime) : name },
    ...{ bytes: file.bytes, mime, sha256: file.sha256, width, height, placeholder },
    previewBytes: preview?.bytes ?? null,
    createdAt: isoTime(clock.now()),
  };
}

const toStored = ({ id, name, bytes, mime, width, height, placeholder, previewBytes }: FileRow): StoredFile => ({
  ...{ id, name, bytes, mime, width, height },
  placeholder: placeholder?.toString("base64") ?? null,
  hasPreview: previewBytes !== null,
});

/** The sender must correct a bad file; trouble on the server is temporary. */
function refusedBy(problem: InspectionProblem): Refused {
  if (problem === "no_space") return refused("storage_full");
  if (problem === "busy") return refused("unavailable", { retryAfterMs: busyRetryMs });
  return invalidField("attachment", "not_valid");
}
