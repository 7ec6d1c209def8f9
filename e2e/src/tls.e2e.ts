import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectAllOverTls, expectHeadersOfTls, type OverTls, startOverTls, talkOverTls } from "./over-tls.ts";

describe("the whole product over TLS on another port", () => {
  let stage: OverTls;
  beforeAll(async () => {
    stage = await startOverTls({ TLS_PORT: "0" });
  });
  afterAll(() => stage.end());

  test("[LIVE-3] two people sign in over https and see each other's messages live", async () => {
    expect(stage.product.address).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    await talkOverTls(stage);
  });

  test("[RUN-11a] connects by wss on the TLS port, with no other or plain-text traffic", () => {
    expectAllOverTls(stage);
  });

  test("[RUN-11] every response has HSTS and sets no cookie", async () => {
    await expectHeadersOfTls(stage);
  });
});
