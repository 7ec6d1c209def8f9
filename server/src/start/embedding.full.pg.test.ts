import { expect, test } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { hostOrigin, makeHostToken, testHostSignIn } from "../testing/host-tokens.ts";
import { call } from "../testing/http-calls.ts";
import { addPeople } from "../testing/people.ts";
import { startRedis } from "../testing/redis.ts";
import { startServerProcess, temporaryFolder } from "../testing/server-process.ts";

const { url: DATABASE_URL, database } = await createTestDatabase();
await addPeople({ database });

const start = (REDIS_URL: string) =>
  startServerProcess({
    REDIS_URL,
    DATA_DIR: temporaryFolder(),
    DATABASE_URL,
    DEMO: "0",
    LOG_LEVEL: "trace",
    EMBED_ORIGINS: `${hostOrigin},https://*.shops.example.ro`,
    EMBED_SECRET: testHostSignIn.secret,
  });

test("[EMB-1b][EMB-2][SEC-12a] a host's token signs in once, at only one of two servers, even after a restart, and is never logged", async (context) => {
  const { url: redisUrl } = await startRedis(context);
  const [one, other] = await Promise.all([start(redisUrl), start(redisUrl)]);
  const { body: settings } = await call(one.url, "/api/v1/settings", {});
  expect(settings["embed_origins"]).toEqual([hostOrigin, "https://*.shops.example.ro"]);
  const tokenFor = (url: string, jti: string) => makeHostToken({ aud: url, jti });
  const enter = async (url: string, token: string) => {
    const { status, body } = await call(url, "/api/v1/embed/login", { body: { token } });
    return [status, body["details"]];
  };
  const [atOne, atOther] = [tokenFor(one.url, "one of all"), tokenFor(other.url, "one of all")];
  const answers = await Promise.all([enter(one.url, atOne), enter(other.url, atOther)]);
  expect(answers.toSorted()).toEqual([
    [200, undefined],
    [422, { problem: "used" }],
  ]);
  const ends = [one, other].map(async (server) => {
    server.signal("SIGTERM");
    return await server.ended;
  });
  const again = await start(redisUrl);
  expect(await enter(again.url, tokenFor(again.url, "one of all"))).toEqual([422, { problem: "used" }]);
  expect(await enter(again.url, tokenFor(one.url, "of another address"))).toEqual([422, { problem: "audience" }]);
  again.signal("SIGTERM");
  const written = (await Promise.all([...ends, again.ended])).map(({ stdout, stderr }) => stdout + stderr).join("");
  expect(written).toContain("embed audience");
  for (const part of [...atOne.split("."), ...atOther.split("."), testHostSignIn.secret])
    if (part !== atOne.split(".")[0]) expect(written).not.toContain(part);
});
