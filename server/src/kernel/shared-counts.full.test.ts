import { expect, test } from "vitest";
import { startCounts } from "../testing/counting-process.ts";
import { linkTo, startRedis } from "../testing/redis.ts";

test("[LIM-2c] a silent connection is replaced", async (context) => {
  const link = await linkTo(await startRedis(context));
  const { add, pass, untilShared } = await startCounts(link.url);
  expect(await add()).toEqual([1]);
  link.fallSilent();
  const asked = add();
  await pass(20);
  expect(await asked).toBeNull();
  await untilShared();
});
