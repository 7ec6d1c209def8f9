import { createHash, randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { identityName, previewOf } from "../files/storage/rules.ts";
import type { FileRow } from "../files/storage/store.ts";
import { createFileStore } from "../files/storage/store.pg.ts";
import { createMessageStore } from "../messages/store.pg.ts";
import type { TestApi } from "./test-api.ts";

export interface TestFile {
  readonly name: string;
  readonly mime: string;
  readonly content: Buffer;
  readonly preview?: Buffer;
}

/** Stores a file in a message; returns its id. */
export async function giveFile(
  { pool, files: { storages } }: Pick<TestApi, "pool" | "files">,
  messageId: number,
  { name, mime, content, preview }: TestFile,
): Promise<string> {
  const [id, current] = [randomUUID(), await storages.current()];
  const { rows } = await pool.query<{ author_id: number }>("select author_id from messages where id = $1", [messageId]);
  const row = {
    ...{ id, storageId: current.id, uploaderId: rows[0]?.author_id ?? 0, name, bytes: content.length, mime },
    sha256: createHash("sha256").update(content).digest(),
    ...{ width: null, height: null, placeholder: null, previewBytes: preview?.length ?? null },
    createdAt: "2026-01-01T00:00:00.000Z",
  };
  await createFileStore(pool).claim(row, { perPersonMax: null, installationMax: null }, null);
  const put = async (object: string, bytes: Buffer): Promise<void> => {
    const path = join(storages.workFolder, randomUUID());
    await writeFile(path, bytes);
    await current.storage.put(object, { path, bytes: bytes.length });
  };
  await put(id, content);
  if (preview !== undefined) await put(previewOf(id), preview);
  await pool.query("update messages set file_id = $1 where id = $2", [id, messageId]);
  return id;
}

/** Publishes claimed files through the message store, each in a separate message. */
export async function createFilePublisher({ pool, people: { ana }, call }: Pick<TestApi, "pool" | "people" | "call">) {
  const roomId: number = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;
  const messages = createMessageStore(pool);
  const user = { id: ana.id, name: ana.name, username: ana.username, type: ana.kind };
  const author = {
    ...user,
    roles: [],
    users_silenced: [],
    rooms: { pinned: [], muted: [], unread: [] },
    notifications: { privacy: "what" as const, quiet: null },
    locale: "ro" as const,
    version: 0,
  };
  return async ({ id, name, bytes, mime, previewBytes }: FileRow): Promise<void> => {
    const shown = { width: null, height: null, placeholder: null, hasPreview: previewBytes !== null };
    const file = { ...{ id, name, bytes, mime }, ...shown };
    const message = { roomId, author, text: "", clientId: null, file };
    const [settled] = await messages.publish([message], "2026-11-23T10:00:00.000Z");
    if (settled?.status !== "fulfilled" || settled.value.kind !== "stored") throw new Error("it was not published");
  };
}

/** Names of all objects in a folder and its subfolders. */
export const objectsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && basename(entry.parentPath) !== "work" && entry.name !== identityName)
    .map(({ name }) => name)
    .toSorted();
