import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { addPeople } from "../../testing/people.ts";
import { createTestDatabase } from "../../testing/database.ts";
import { startServerProcess, temporaryFolder } from "../../testing/server-process.ts";

const database = await createTestDatabase();
const { pool, url: DATABASE_URL } = database;
const { ana } = await addPeople(database);
const MiB = 1024 * 1024;
const [uploads, fileBytes] = [50, 25 * MiB];

test("[MSG-3] 50 files of 25 MiB at once grow the server's process by at most 100 MiB", async () => {
  const server = await startServerProcess({ DATABASE_URL, DATA_DIR: temporaryFolder(), LIMITS: "off" });
  const call = async (
    path: string,
    headers: Record<string, string>,
    body: NonNullable<RequestInit["body"]>,
  ): Promise<Response> =>
    await fetch(`${server.url}${path}`, {
      ...{ method: "POST", duplex: "half", body },
      headers: { authorization: `Bearer ${ana.token}`, ...headers },
    });
  const joined = await call(
    "/api/v1/join",
    { "content-type": "application/json" },
    JSON.stringify({ type: 1, channel: 10_001 }),
  );
  const room: number = JSON.parse(await joined.text()).chat.id;
  const part = 'Content-Disposition: form-data; name="attachment"; filename="a.bin"';
  async function* body(bytes: number): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`--X\r\n${part}\r\n\r\n`);
    const piece = Buffer.alloc(64 * 1024, 7);
    for (let sent = 0; sent < bytes; sent += piece.length) yield piece;
    yield Buffer.from("\r\n--X--\r\n");
  }
  const upload = async (bytes: number): Promise<number> => {
    const type = { "content-type": "multipart/form-data; boundary=X" };
    const answer = await call(`/api/v1/publish/${room}/upload`, type, ReadableStream.from(body(bytes)));
    await answer.arrayBuffer();
    // ERR-5: a busy server refuses some uploads; clients retry.
    return answer.status === 503 ? await upload(bytes) : answer.status;
  };
  const memory = (field: "VmRSS" | "VmHWM"): number =>
    Number(new RegExp(`${field}:\\s+(\\d+) kB`, "u").exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1]) *
    1024;
  const before = memory("VmRSS");
  const statuses = await Promise.all(Array.from({ length: uploads }, () => upload(fileBytes)));
  expect(statuses.filter((status) => status !== 201)).toEqual([]);
  const grown = memory("VmHWM") - before;
  expect(grown).toBeLessThanOrEqual(100 * MiB);
  expect((await pool.query("select from files")).rowCount).toBe(uploads);
});
