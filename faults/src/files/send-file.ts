import { randomUUID } from "node:crypto";
import { type ClientState, pause } from "../clients/client-state.ts";
import type { Room } from "../product/world.ts";
import { type BytesAnswer, type BytesCall, callBytes } from "./file-calls.ts";
import { recordDownload } from "./read-files.ts";
import { type SentFile, sha256 } from "./sent-file.ts";

export interface FileSending {
  readonly room: Room;
  readonly file: SentFile;
  readonly way: "form" | "tus";
  readonly cuts: number;
}

interface Sent extends FileSending {
  readonly key: string;
  readonly text: string;
  cutsLeft: number;
}

const patienceMs = 60_000;

/** Sends a file with one `client_id` until the response is something other than a 503, and records everything. */
export async function sendFile(state: ClientState, sending: FileSending): Promise<BytesAnswer> {
  const key = randomUUID();
  const { file, room } = sending;
  const startedAt = state.recorder.now();
  state.note({ f: "upload", type: "ok", room: room.id, key, kind: file.kind, value: sha256(file.bytes) });
  const sent: Sent = { ...sending, key, text: `${room.nonce} ${key}`, cutsLeft: sending.cuts };
  for (;;) {
    const answer = sending.way === "form" ? await sendForm(state, sent) : await sendParts(state, sent);
    const isAnswered = answer.kind === "answer" && answer.status !== 503;
    if (answer.kind === "answer" && answer.status < 300) await readAtOnce(state, sent, answer.body);
    if (isAnswered || state.isStopped || state.recorder.now() - startedAt > patienceMs) return answer;
    await pause(state, 100, 300);
  }
}

/** Reads a file right after its message was stored: it must already be readable. */
async function readAtOnce(state: ClientState, { room, key }: Sent, body: Buffer): Promise<void> {
  const { id, messages_file: file } = JSON.parse(body.toString()).message;
  await recordDownload(state, { room: room.id, id, key, url: file.url, size: file.size, kind: "at-once" });
}

async function call(state: ClientState, sent: Sent, what: BytesCall): Promise<BytesAnswer> {
  const isCut = what.body !== undefined && sent.cutsLeft > 0;
  if (isCut) sent.cutsLeft -= 1;
  const cut = isCut ? { cutAt: state.random.below((what.body?.length ?? 0) + 1) } : {};
  const answer = await callBytes({ address: state.address, token: state.person.token }, { ...what, ...cut });
  if (answer.kind === "answer") noteAnswer(state, sent, answer.status, answer.body.toString());
  return answer;
}

function noteAnswer(state: ClientState, { room, key }: Sent, status: number, body: string): void {
  state.scan("body", body);
  if (status !== 507) return;
  // The error code is recorded, since people learn only from it what to do.
  const kind = /"code":"([a-z_]+)"/u.exec(body)?.[1] ?? "nothing";
  state.note({ f: "refused", type: "ok", room: room.id, key, kind });
}

async function sendForm(state: ClientState, sent: Sent): Promise<BytesAnswer> {
  const boundary = randomUUID();
  const field = (name: string, value: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="attachment"; filename="${sent.file.name}"\r\n\r\n`;
  const parts = [field("message", sent.text), field("client_id", sent.key), head];
  const body = Buffer.concat([Buffer.from(parts.join("")), sent.file.bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return await publish(state, sent, { "content-type": `multipart/form-data; boundary=${boundary}` }, body);
}

async function publish(
  state: ClientState,
  sent: Sent,
  headers: Record<string, string>,
  body: Buffer,
): Promise<BytesAnswer> {
  const { key, room } = sent;
  state.note({ f: "publish", type: "invoke", room: room.id, key, value: state.recorder.now() });
  const answer = await call(state, sent, { method: "POST", path: `/api/v1/publish/${room.id}/upload`, headers, body });
  const { id, seq } = messageIn(answer);
  state.note({ f: "publish", type: outcomeOf(answer), room: room.id, key, id, seq, value: wordOf(answer) });
  return answer;
}

function messageIn(answer: BytesAnswer): { id: number | null; seq: number | null } {
  const isDone = answer.kind === "answer" && answer.status < 300;
  return isDone ? JSON.parse(answer.body.toString()).message : { id: null, seq: null };
}

/** The outcome of a call. A 4xx changed nothing, and neither did a 507, which means that the storage is full. */
function outcomeOf(answer: BytesAnswer): "ok" | "fail" | "info" {
  if (answer.kind !== "answer") return answer.kind === "not-sent" ? "fail" : "info";
  if (answer.status < 300) return "ok";
  return answer.status < 500 || answer.status === 507 ? "fail" : "info";
}

const wordOf = (answer: BytesAnswer): string => (answer.kind === "answer" ? String(answer.status) : answer.reason);

const tus = { "tus-resumable": "1.0.0" };

async function sendParts(state: ClientState, sent: Sent): Promise<BytesAnswer> {
  const { bytes, name } = sent.file;
  const metadata = `filename ${Buffer.from(name).toString("base64")}`;
  const begun = await call(state, sent, {
    method: "POST",
    path: "/api/v1/uploads",
    headers: { ...tus, "upload-length": String(bytes.length), "upload-metadata": metadata },
  });
  if (begun.kind !== "answer" || begun.status !== 201) return begun;
  const path = String(begun.headers.location);
  for (let tries = 0; tries < 200 && !state.isStopped; tries += 1) {
    const answer = await goOn(state, sent, path);
    if (answer !== null) return answer;
    await pause(state, 20, 200);
  }
  return { kind: "unknown", reason: "the upload did not come to its end" };
}

/** Sends the missing bytes, or publishes a complete upload. Null if there is more to do. */
async function goOn(state: ClientState, sent: Sent, path: string): Promise<BytesAnswer | null> {
  const { bytes } = sent.file;
  const seen = await call(state, sent, { method: "HEAD", path, headers: tus });
  if (seen.kind !== "answer" || seen.status !== 200) return seen.kind === "answer" && seen.status === 404 ? seen : null;
  const offset = Number(seen.headers["upload-offset"]);
  if (offset === bytes.length) {
    const json = JSON.stringify({ upload: path.split("/").at(-1), message: sent.text, client_id: sent.key });
    return await publish(state, sent, { "content-type": "application/json" }, Buffer.from(json));
  }
  const headers = { ...tus, "upload-offset": String(offset), "content-type": "application/offset+octet-stream" };
  const answer = await call(state, sent, { method: "PATCH", path, headers, body: bytes.subarray(offset) });
  return answer.kind === "answer" && answer.status === 507 ? answer : null;
}
