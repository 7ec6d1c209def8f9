import { describe } from "vitest";
import {
  startLimitedApi,
  testLimitsOfAddresses,
  testLimitsOfCalls,
  testWideLimits,
} from "../testing/rate-limit-suite.ts";
import { startSharedCounts } from "../testing/shared-counts.ts";

const inMemory = await startLimitedApi(() => Promise.resolve(null));
const inRedis = await startLimitedApi(startSharedCounts);

describe("[LIM-1a] wide limits, counted in memory", () => {
  testWideLimits(inMemory);
});

describe.runIf(inRedis.isShared)("counted in Redis", () => {
  describe("[LIM-1a] wide limits", () => {
    testWideLimits(inRedis);
  });
  describe("[LIM-1a][SEC-4][SEC-6] limits of calls", () => {
    testLimitsOfCalls(inRedis);
  });
  describe("[LIM-1a][LIM-2][SEC-4][HTTP-1] limits of addresses", () => {
    testLimitsOfAddresses(inRedis);
  });
});
