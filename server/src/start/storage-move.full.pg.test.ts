import { spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { openFileStorages } from "../files/storage/open-file-storages.ts";
import { createStorageRows } from "../files/storage/storages.pg.ts";
import { Sweep } from "../files/storage/sweep.ts";
import { createSweepStore } from "../files/storage/sweep.pg.ts";
import { systemClock } from "../kernel/clock.ts";
import { silentLog } from "../kernel/log.ts";
import { createTestDatabase } from "../testing/database.ts";
import { call } from "../testing/http-calls.ts";
import { addPeople } from "../testing/people.ts";
import { lendCredentials, startS3Server } from "../testing/s3-server.ts";
import { runHere, startProblem } from "../testing/server-here.ts";
import { startServerProcess, temporaryFolder } from "../testing/server-process.ts";
import { objectsIn } from "../testing/stored-files.ts";

const { pool, url: DATABASE_URL, database } = await createTestDatabase();
const { ana } = await addPeople({ database });

async function startTraffic(url: string) {
  const joined = await call(url, "/api/v1/join", { token: ana.token, body: { type: 1, channel: 10_001 } });
  const room = (joined.body["chat"] as { id: number }).id;
  const headers = { authorization: `Bearer ${ana.token}` };
  const sent: { url: string; content: Buffer }[] = [];
  const wrong: string[] = [];
  const counts = { sent: 0, read: 0 };
  const state = { isStopped: false };
  const send = async (): Promise<void> => {
    const [content, form] = [randomBytes(1 + Math.floor(Math.random() * 200_000)), new FormData()];
    form.append("client_id", randomUUID());
    form.append("attachment", new Blob([new Uint8Array(content)]), "piesa.bin");
    const answer = await fetch(`${url}/api/v1/publish/${room}/upload`, { method: "POST", headers, body: form });
    const { message } = (await answer.json()) as { message: { messages_file: { url: string } } };
    if (answer.status !== 201) wrong.push(`sent: ${answer.status}`);
    else sent.push({ url: message.messages_file.url, content });
    counts.sent += 1;
  };
  const read = async (): Promise<void> => {
    const file = sent[Math.floor(Math.random() * sent.length)];
    if (file === undefined) return;
    const answer = await fetch(`${url}${file.url}`, { headers });
    const isWhole = Buffer.from(await answer.arrayBuffer()).equals(file.content);
    if (answer.status !== 200 || !isWhole) wrong.push(`read: ${answer.status} ${isWhole ? "whole" : "short"}`);
    counts.read += 1;
  };
  const again = async (work: () => Promise<void>): Promise<void> => {
    while (!state.isStopped) await work().catch((error: unknown) => wrong.push(String(error)));
  };
  for (let time = 0; time < 25; time += 1) await send();
  const running = [again(send), again(read), again(read)];
  return {
    counts,
    async stop(): Promise<readonly string[]> {
      state.isStopped = true;
      await Promise.all(running);
      for (const file of sent) {
        const answer = await fetch(`${url}${file.url}`, { headers });
        if (!Buffer.from(await answer.arrayBuffer()).equals(file.content)) wrong.push(`lost: ${answer.status}`);
      }
      return wrong;
    },
  };
}

async function killMove(url: string, settings: Record<string, string>): Promise<void> {
  const program = fileURLToPath(new URL("../cuplaj.ts", import.meta.url));
  const child = spawn(process.execPath, [program, "storage", "move", url], {
    cwd: tmpdir(),
    env: { PATH: process.env["PATH"], ...settings },
    stdio: "ignore",
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const moved = async (): Promise<boolean> =>
    (
      await pool.query("select from files where storage_id = (select id from storages where is_current and url = $1)", [
        url,
      ])
    ).rowCount !== 0;
  while (child.exitCode === null && !(await moved()));
  child.kill("SIGKILL");
  await ended;
}

test("[MSG-3v][RUN-7] files move during uploads and downloads, from disk to disk and to S3, even after a kill", async () => {
  const [DATA_DIR, home, second] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
  const s3 = await startS3Server(join(home, "s3"));
  onTestFinished(() => s3.stop());
  onTestFinished(lendCredentials(s3));
  const STORAGE_URL = pathToFileURL(join(home, "first")).href;
  const settings = { DATA_DIR, DATABASE_URL, DEMO: "0", LIMITS: "off", STORAGE_URL, ...s3.credentials };
  const server = await startServerProcess(settings);
  const traffic = await startTraffic(server.url);
  const secondUrl = pathToFileURL(second).href;
  await killMove(secondUrl, settings);
  const toDisk = await runHere(["storage", "move", secondUrl], settings);
  expect(toDisk).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining(`to ${secondUrl}; new files go there too`),
  });
  const s3Url = `${s3.url("poze")}&region=us-east-1`;
  const toS3 = await runHere(["storage", "move", s3Url], settings);
  expect(toS3).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^Moved \d\d+ files/u) });
  expect(`${toS3.stdout}${toS3.stderr}`).not.toContain("S3RVER");
  expect(await traffic.stop()).toEqual([]);
  expect(Math.min(traffic.counts.sent, traffic.counts.read)).toBeGreaterThan(30);
  const { rows } = await pool.query("select count(distinct storage_id)::int as storages from files");
  expect(rows).toEqual([{ storages: 1 }]);

  server.signal("SIGTERM");
  await server.ended;
  await sweepAll(DATA_DIR);
  expect([objectsIn(join(home, "first")), objectsIn(second)]).toEqual([[], []]);
  expect(await startProblem(settings)).toContain(`STORAGE_URL is ${join(home, "first")}, but the files`);
  const back = await runHere(["storage", "move", secondUrl], { ...settings, STORAGE_URL: s3Url });
  expect(back).toMatchObject({ exitCode: 0 });
  await sweepAll(DATA_DIR);
  const whole = await pool.query("select from files");
  const inS3 = objectsIn(join(home, "s3")).filter((name) => name.endsWith("_object"));
  expect([objectsIn(second).length, inS3]).toEqual([whole.rowCount, ["cuplaj-storage._S3rver_object"]]);
});

/** Makes pending removals due immediately, in a process without the setting. */
async function sweepAll(dataDir: string): Promise<void> {
  await pool.query("update object_removals set due_at = now()");
  const storages = await openFileStorages({ rows: createStorageRows(pool), storageUrl: null, dataDir });
  await new Sweep({ store: createSweepStore(pool), storages, clock: systemClock, log: silentLog }).sweep();
  expect((await pool.query("select from object_removals")).rowCount).toBe(0);
}
