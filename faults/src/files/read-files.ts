import { ask, type ClientState } from "../clients/client-state.ts";
import { callBytes } from "./file-calls.ts";
import { sha256 } from "./sent-file.ts";

interface MessageWithFile {
  readonly id: number;
  readonly client_id: string | null;
  readonly messages_file: { readonly size: number; readonly url: string; readonly preview_url?: string } | null;
}

interface Download {
  readonly status: number;
  readonly bytes: number;
  /** The size that the message gives; null for a preview. */
  readonly size: number | null;
  readonly sha256: string;
  readonly etag: string;
}

/** Downloads and records every file of a room; returns how many there are. */
export async function recordDownloads(state: ClientState, room: number): Promise<number> {
  let files = 0;
  for (let page = 1, seen = 0, total = 1; seen < total; page += 1) {
    const { data } = (await ask(state, "GET", `/api/v1/chat/${room}/${page}`)).body;
    total = data.total;
    if (data.messages.length === 0) break;
    seen += data.messages.length;
    for (const message of data.messages as MessageWithFile[]) {
      if (message.messages_file === null) continue;
      files += 1;
      const { size, url, preview_url: preview } = message.messages_file;
      await recordDownload(state, { room, id: message.id, key: message.client_id, url, size, kind: "file" });
      if (preview !== undefined)
        await recordDownload(state, { room, id: message.id, key: null, url: preview, size: null, kind: "preview" });
    }
  }
  return files;
}

export interface Asked {
  readonly room: number;
  readonly id: number;
  readonly key: string | null;
  readonly url: string;
  readonly size: number | null;
  /** `at-once` means right after the send, when a broken product may fail to serve the file. */
  readonly kind: "file" | "preview" | "at-once";
}

export async function recordDownload(state: ClientState, { room, id, key, url, size, kind }: Asked): Promise<void> {
  const { address, person } = state;
  const answer = await callBytes({ address, token: person.token }, { method: "GET", path: url });
  const came =
    answer.kind === "answer"
      ? {
          status: answer.status,
          bytes: answer.body.length,
          sha256: sha256(answer.body),
          etag: answer.headers.etag ?? "",
        }
      : { status: 0, bytes: 0, sha256: "", etag: answer.reason };
  const value: Download = { ...came, size };
  state.note({ f: "download", type: "ok", room, id, key, kind, value });
}
