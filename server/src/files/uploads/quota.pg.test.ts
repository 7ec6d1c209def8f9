import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { objectsIn } from "../../testing/stored-files.ts";
import { startTestApi } from "../../testing/test-api.ts";
import { listenForUploads } from "../../testing/upload-calls.ts";

const quota = { perPersonMax: 8000, installationMax: 10_000 };
const api = await startTestApi({ quota });
const {
  people,
  call,
  pool,
  app,
  files: { folder },
} = api;
const { ana, mia } = people;
const roomId: number = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;
const { send } = await listenForUploads(app);
const tus = { "tus-resumable": "1.0.0" };
type Person = typeof ana;

const begin = async (bytes: number, person: Person = ana) =>
  await send(person, "POST", "/api/v1/uploads", { headers: { ...tus, "upload-length": String(bytes) } });
const begun = async (bytes: number, person?: Person): Promise<string> =>
  String((await begin(bytes, person)).headers["location"]);
const fill = async (location: string, bytes: number, person: Person = ana) =>
  await send(person, "PATCH", location, {
    headers: { ...tus, "content-type": "application/offset+octet-stream", "upload-offset": "0" },
    body: Buffer.alloc(bytes, 7),
  });
const remove = async (location: string, person: Person = ana) =>
  await send(person, "DELETE", location, { headers: tus });
const statuses = (answers: readonly { readonly status: number }[]): number[] =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);

test("[MSG-3s] people within their own quotas never exceed the installation's, however many parts arrive at once", async () => {
  const uploads: [Person, string][] = [];
  for (const person of [ana, ana, mia, mia]) uploads.push([person, await begun(4000, person)]);
  const filled = await Promise.all(uploads.map(async ([person, location]) => await fill(location, 4000, person)));
  expect(statuses(filled)).toEqual([204, 204, 507, 507]);
  expect(filled.find(({ status }) => status === 507)?.body).toMatchObject({ code: "storage_full" });
  expect(objectsIn(folder)).toHaveLength(2);
  for (const [person, location] of uploads) await remove(location, person);
});

test("[MSG-3s] concurrent new uploads never exceed the person's quota", async () => {
  const made = await Promise.all(Array.from({ length: 12 }, () => begin(3900)));
  expect(statuses(made)).toEqual([201, 201, ...Array<number>(10).fill(507)]);
  expect(made.find(({ status }) => status === 507)?.body).toMatchObject({ code: "quota_full" });
  expect(api.noted).toContainEqual(expect.objectContaining({ event: "limit.met", who: ana.id, what: "quota_full" }));
  for (const { status, headers } of made) if (status === 201) await remove(String(headers["location"]));
});

test("[MSG-3w] a removed upload is gone before the response", async () => {
  const location = await begun(7900);
  expect((await fill(location, 7900)).status).toBe(204);
  expect(objectsIn(folder)).toHaveLength(1);
  expect((await remove(location)).status).toBe(204);
  expect([objectsIn(folder), (await pool.query("select from object_removals")).rowCount]).toEqual([[], 0]);
});

test("[MSG-3s] an upload becomes a file within the quota it already took", async () => {
  const location = await begun(7900);
  await fill(location, 7900);
  const published = await send(ana, "POST", `/api/v1/publish/${roomId}/upload`, {
    headers: { "content-type": "application/json" },
    body: Buffer.from(JSON.stringify({ upload: location.split("/").at(-1), client_id: randomUUID() })),
  });
  expect(published.status).toBe(201);
  expect(objectsIn(folder)).toHaveLength(1);
  expect((await begin(200)).body).toMatchObject({ code: "quota_full" });
});
