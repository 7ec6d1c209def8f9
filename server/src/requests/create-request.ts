import { createHash } from "node:crypto";
import type { Vehicle } from "@cuplaj/protocol/offer.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import type { RequestToSend } from "@cuplaj/protocol/request.ts";
import type { Room } from "@cuplaj/protocol/room.ts";
import { publishUpload, type UploadFileParts } from "../files/uploads/upload-file.ts";
import { done, invalidField, mapOk, type Outcome, type Refused, refused } from "../kernel/outcome.ts";
import { changeRoom, type ChangeRoomParts } from "../rooms/change-room.ts";
import { type ShowRoomParts, viewRoom } from "../rooms/view-room.ts";
import { readRequest, requestProblem } from "./read-request.ts";
import { mayAsk } from "./rules.ts";
import type { RequestStore, SentRequest } from "./store.ts";

export interface CreateRequestParts extends ShowRoomParts, Omit<ChangeRoomParts, "clock">, UploadFileParts {
  readonly requests: RequestStore;
  readonly cars: { list(customerId: number): Promise<readonly (Vehicle & { readonly id: number })[]> };
  /** Usernames in lower case of the staff who join every new room (`OFFER_STAFF`). */
  readonly offerStaff: readonly string[];
  /** Called with each new request after its broadcast (HOURS-1e); never throws. */
  readonly noteStored: (message: { readonly roomId: number; readonly author: User }) => void;
  /** Called after a commit that stored a delivery. */
  readonly wakeWebhooks: () => void;
}

/** How long the webhook of a new request waits for its photos, in case this process ends before they are published. */
const holdMs = 120_000;

/**
 * REQ-1: creates a request with its room and message in one transaction, then publishes its uploads as messages. Repeating the `client_id` publishes
 * those that are missing.
 */
export async function createRequest(
  parts: CreateRequestParts,
  caller: User,
  asked: RequestToSend,
): Promise<Outcome<{ readonly room: Room; readonly isNew: boolean }>> {
  if (!mayAsk(caller, asked.upload_ids.length > 0)) return refused("forbidden");
  const before = await parts.requests.findSent(caller.id, asked.client_id);
  const sent = before === null ? await create(parts, caller, asked) : done({ ...before, isNew: false });
  if (!sent.ok) return sent;
  const { requestId, roomId, isNew } = sent.value;
  const problem = await publishUploads(parts, caller, roomId, asked);
  // The caller repeats the call soon, and the webhook waits for that.
  if (problem?.code !== "unavailable") await parts.requests.release(requestId);
  parts.wakeWebhooks();
  return problem ?? mapOk(await viewRoom(parts, caller, String(roomId)), ({ room }) => ({ room, isNew }));
}

async function create(
  parts: CreateRequestParts,
  caller: User,
  asked: RequestToSend,
): Promise<Outcome<SentRequest & { readonly isNew: boolean }>> {
  const { requests, offerStaff: staff } = parts;
  const { id, name, type } = caller;
  const problem = requestProblem(asked) ?? (await uploadProblem(parts, caller, asked));
  if (problem !== null) return problem;
  const vehicle = await findVehicle(parts, id, asked);
  if (vehicle === null) return refused("not_found");
  const read = readRequest(asked, vehicle);
  if (!read.ok) return read;
  const request = {
    ...{ customer: { id, name, type }, clientId: asked.client_id, vehicle, items: asked.items, staff },
    ...{ ...read.value, holdMs: asked.upload_ids.length > 0 ? holdMs : 0 },
  };
  const created = await changeRoom(parts, null, (now) => requests.create({ ...request, now }));
  if (created.outcome === "made") {
    parts.noteStored({ roomId: created.roomId, author: caller });
    return done({ ...created, isNew: true });
  }
  const before = created.outcome === "used" ? null : await requests.findSent(id, asked.client_id);
  return before === null ? invalidField("client_id", "not_valid") : done({ ...before, isNew: false });
}

const findVehicle = async (
  { cars }: CreateRequestParts,
  customerId: number,
  { car_id: carId, vehicle }: RequestToSend,
): Promise<Vehicle | null> =>
  carId === undefined ? (vehicle ?? null) : ((await cars.list(customerId)).find(({ id }) => id === carId) ?? null);

/** Looks at the uploads first, so that a refused request leaves no room behind. */
async function uploadProblem(
  { uploads }: CreateRequestParts,
  caller: User,
  { upload_ids: ids }: RequestToSend,
): Promise<Refused | null> {
  const found = await Promise.all(ids.map((id) => uploads.find(id, caller.id)));
  const index = found.findIndex((upload) => upload === null || upload.offset !== upload.bytes);
  return index === -1 ? null : invalidField(`upload_ids.${index}`, "not_valid");
}

/** Publishes each upload in order; returns the first refusal, which does not stop the others. */
async function publishUploads(
  parts: CreateRequestParts,
  caller: User,
  roomId: number,
  { client_id: requestClientId, upload_ids: ids }: RequestToSend,
): Promise<Refused | null> {
  let problem: Refused | null = null;
  for (const [index, uploadId] of ids.entries()) {
    const clientId = uploadClientId(requestClientId, uploadId);
    const sent = { roomRef: String(roomId), uploadId, text: "", clientId, replyTo: null };
    const published = await publishUpload(parts, caller, sent);
    if (!published.ok) problem ??= published.fields === undefined ? published : invalidUpload(index, published);
  }
  return problem;
}

const invalidUpload = (index: number, { fields }: Refused): Refused =>
  invalidField(`upload_ids.${index}`, Object.values(fields ?? {})[0]?.[0] ?? "not_valid");

/** MSG-2: the same for each repetition, so that an upload becomes one message. */
function uploadClientId(requestClientId: string, uploadId: string): string {
  const hex = createHash("sha256").update(`${requestClientId} ${uploadId}`).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join("-");
}
