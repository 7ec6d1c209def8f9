import { describe } from "vitest";
import { startLimitedApi, testLimitsOfAddresses, testLimitsOfCalls } from "../testing/rate-limit-suite.ts";

const api = await startLimitedApi(() => Promise.resolve(null));

describe("[LIM-1a][SEC-4][SEC-6] limits of calls", () => {
  testLimitsOfCalls(api);
});

describe("[LIM-1a][LIM-2][SEC-4][HTTP-1] limits of addresses", () => {
  testLimitsOfAddresses(api);
});
