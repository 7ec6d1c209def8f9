import { createHash, randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { apiAs } from "./api-as.ts";
import { inDatabase } from "./product-sql.ts";
import type { Product } from "./start-product.ts";

/** A file to store as it is: neither name, type nor bytes are checked. */
export interface StoredFile {
  readonly name: string;
  readonly mime: string;
  readonly content: Buffer | string;
}

/** For each file, sends a message from Ana and attaches the file by SQL. Returns the paths of the files. */
export async function storeFiles(product: Product, offer: number, files: readonly StoredFile[]): Promise<string[]> {
  const ana = await apiAs(product, "ana");
  const { chat } = await ana.post<{ chat: { id: number } }>("join", { type: 1, channel: offer });
  const urls: string[] = [];
  for (const { name, mime, content } of files) {
    const said = await ana.post<{ message: { id: number } }>(`publish/${chat.id}`, {
      message: `fișier ${urls.length}`,
    });
    const [id, bytes, messageId] = [randomUUID(), Buffer.from(content), said.message.id];
    const folder = join(product.folder, "files", id.slice(0, 2), id.slice(2, 4));
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, id), bytes);
    await inDatabase(product, async (client) => {
      await client.query(
        `insert into files (id, storage_id, uploader_id, name, bytes, mime, sha256, created_at)
         select $1, s.id, m.author_id, $3, $4, $5, $6, m.created_at from messages m, storages s where m.id = $2 and s.is_current`,
        [id, messageId, name, bytes.length, mime, createHash("sha256").update(bytes).digest()],
      );
      await client.query("update messages set file_id = $1 where id = $2", [id, messageId]);
    });
    urls.push(`/api/v1/chat/${chat.id}/download/${messageId}/0`);
  }
  return urls;
}
