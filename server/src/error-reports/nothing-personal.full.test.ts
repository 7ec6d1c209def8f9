import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { createPersonalFailures, personalThingsIn, pickBy } from "@cuplaj/protocol/testing/personal-things.ts";
import { strangeParts } from "@cuplaj/protocol/testing/report-shape.ts";
import { expect, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { openLog } from "../kernel/log.ts";
import { createPost } from "../kernel/post.ts";
import { startReceiver } from "../testing/receiver.ts";
import { createErrorReporter } from "./error-reporter.ts";
import { createOwnSource } from "./own-source.ts";

const own = createOwnSource();
const post = createPost({ isPrivateAllowed: true, clock: systemClock, isReused: true });
const ownFiles = ["server/src/main.ts", "protocol/src/errors.ts"].map(
  (path) => new URL(`../../../${path}`, import.meta.url).href,
);

test("[REP-1][REP-1b] for any logged error, the receiver gets nothing personal and only listed fields", async () => {
  const receiver = await startReceiver();
  const url = new URL(`http://127.0.0.1:${receiver.port}/api/1/envelope/`);
  const given = fc.array(fc.nat(1000), { minLength: 30, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(given, async (numbers) => {
      // A new reporter for each error avoids the per-minute limit.
      const reporter = createErrorReporter({ url, post, own, version: "1.2.3", newId: randomUUID, clock: systemClock });
      const log = openLog("silent", reporter.note);
      const before = receiver.received.length;
      const { thrown, sentence } = createPersonalFailures(pickBy(numbers), ownFiles);
      const beside = { request_id: sentence(), token: sentence(), headers: { authorization: sentence() } };
      log.error({ err: thrown(), route: sentence(), ...beside }, sentence());
      log.error({ reason: sentence() }, sentence(), sentence());
      log.fatal(sentence());
      await reporter.stop();
      const arrived = receiver.received.slice(before);
      expect(arrived).toHaveLength(3);
      for (const { body, headers, path } of arrived) {
        expect(personalThingsIn(`${path} ${JSON.stringify(headers)} ${body}`)).toEqual([]);
        expect(strangeParts(body)).toEqual([]);
      }
    }),
  );
});
