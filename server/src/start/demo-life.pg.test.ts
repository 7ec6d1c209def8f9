import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { expect, onTestFinished, test, vi } from "vitest";
import { demoScenes } from "../demo/demo-life.ts";
import { systemClock } from "../kernel/clock.ts";
import { silentLog } from "../kernel/log.ts";
import { readConfig } from "../settings/config.ts";
import { createTestDatabase } from "../testing/database.ts";
import { sharedStorage, temporaryFolder } from "../testing/server-process.ts";
import { startServer } from "./start-server.ts";

const { url: DATABASE_URL, database } = await createTestDatabase();

const hurried: typeof systemClock = {
  ...systemClock,
  setTimeout: (run, ms) => systemClock.setTimeout(run, demoScenes.some(({ afterMs }) => afterMs === ms) ? 0 : ms),
};

test("[RUN-9h] after the first sign-in to a new demo, others write and an offer changes, through the API", async () => {
  const settings = { ...sharedStorage(DATABASE_URL), DATABASE_URL, PORT: "0", DEMO: "1" };
  const server = await startServer(readConfig(settings, temporaryFolder()), hurried, silentLog);
  onTestFinished(() => server.stop());
  const counts = database.selectFrom("messages").select(({ fn }) => fn.countAll<string>().as("total"));
  const { total: before } = await counts.executeTakeFirstOrThrow();
  const body = JSON.stringify({ username: "radu", password: "demo" });
  const headers = { "content-type": "application/json" };
  expect((await fetch(`${server.address}api/v1/erp/login`, { method: "POST", headers, body })).status).toBe(200);
  const said = demoScenes.flatMap((scene) => ("says" in scene ? [`${scene.by} ${scene.says}`] : []));
  await vi.waitFor(async () => {
    const written = await database
      .selectFrom("messages")
      .innerJoin("participants", "participants.id", "messages.author_id")
      .select(["username", "body"])
      .orderBy("messages.id", "desc")
      .limit(said.length)
      .execute();
    expect(written.map(({ username, body }) => `${username} ${body}`).toSorted()).toEqual(said.toSorted());
    const price = database.selectFrom("offer_lines").select("unit_price").where("code", "=", "KP15578XS");
    expect(await price.where("offer_id", "=", 10_002).executeTakeFirst()).toEqual({ unit_price: "421.90" });
    // Everybody who acted has signed out again.
    expect((await database.selectFrom("tokens").select("participant_id").execute()).length).toBe(1);
  }, patient);
  const { total } = await counts.executeTakeFirstOrThrow();
  expect(Number(total)).toBe(Number(before) + said.length);
});
