import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rename, rm, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { openLocation } from "../storage/open-location.ts";
import { objectPath } from "../storage/rules.ts";
import { readStorageUrl } from "../storage/storage-address.ts";
import { giveFile } from "../../testing/stored-files.ts";
import { startTestApi } from "../../testing/test-api.ts";

const lines: string[] = [];
const away: unknown[] = [];
const log = pino({}, { write: (line) => void lines.push(line) });
const api = await startTestApi({ log, noteAway: (error) => away.push(error) });
const { people, call, pool, app, files } = api;
const { ana } = people;
await app.listen({ port: 0, host: "127.0.0.1" });
const origin = app.listeningOrigin;

const room = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;
const content = randomBytes(300_000);

async function start() {
  const { message } = (await call(ana, "POST", `/api/v1/publish/${room}`, { message: "uite" })).body;
  const id = await giveFile(api, message.id, { name: "piesa.pdf", mime: "application/pdf", content });
  lines.length = 0;
  return {
    id,
    path: join(files.folder, objectPath(id)),
    get: async (headers: Record<string, string> = {}) =>
      await fetch(`${origin}/api/v1/chat/${room}/download/${message.id}/0`, {
        headers: { authorization: `Bearer ${ana.token}`, ...headers },
      }),
  };
}
const logged = (words: string): number => lines.filter((line) => line.includes(words)).length;

test("[HTTP-2e] a file whose bytes are missing gets 503 with Retry-After, is logged, and does not count as a database failure", async () => {
  const { path, get } = await start();
  await rm(path);
  const answer = await get();
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
  expect(await answer.json()).toMatchObject({ code: "unavailable" });
  expect([logged("not where it should be"), away]).toEqual([1, []]);
});

test.each([0, 1, 65_536, 299_999])("[HTTP-2e] a file truncated to %i bytes is never served as whole", async (bytes) => {
  const { path, get } = await start();
  await truncate(path, bytes);
  const read = async (headers: Record<string, string> = {}): Promise<string> => {
    const answer = await get(headers);
    return answer.status === 503 ? "503" : await answer.arrayBuffer().then(String, () => "cut");
  };
  expect(["503", "cut"]).toContain(await read());
  expect(["503", "cut"]).toContain(await read({ range: "bytes=299999-" }));
  expect(logged("a file broke off")).toBe(2);
});

test("[HTTP-2e] while the storage is unreachable, every file gets 503", async () => {
  const { get } = await start();
  await rename(files.folder, `${files.folder}.away`);
  const answer = await get();
  await rename(`${files.folder}.away`, files.folder);
  expect(answer.status).toBe(503);
  expect(logged("a file cannot be opened")).toBe(1);
  expect(Buffer.from(await (await get()).arrayBuffer()).equals(content)).toBe(true);
});

test("[MSG-3v] a file that moves to another storage during the request is read there", async () => {
  const { id, path, get } = await start();
  const folder = await mkdtemp(join(tmpdir(), "cuplaj-other-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const address = readStorageUrl(`file:${folder}`, folder);
  if (address === null) throw new Error("the folder is no address");
  const [opened, other] = [await openLocation(address, folder), randomUUID()];
  await opened.identify(other);
  await pool.query("insert into storages (id, url) values ($1, $2)", [other, `file:${folder}`]);
  await opened.open(other).put(id, { path, bytes: content.length });
  // The first query returns the old storage; only a second one sees the new storage.
  const query = pool.query.bind(pool);
  pool.query = ((given: { name?: string }, ...more: unknown[]) => {
    const answer = Reflect.apply(query, pool, [given, ...more]);
    if (given.name !== "downloads-find") return answer;
    pool.query = query;
    return answer.then(async (found: unknown) => {
      await query("update files set storage_id = $2 where id = $1", [id, other]);
      return found;
    });
  }) as typeof pool.query;
  const moved = await get();
  expect(Buffer.from(await moved.arrayBuffer()).equals(content)).toBe(true);
  expect((await get({ range: "bytes=0-1" })).status).toBe(206);
});
