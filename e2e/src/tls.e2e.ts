import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectAllOverTls, expectHeadersOfTls, type OverTls, startOverTls, talkOverTls } from "./over-tls.ts";

describe("the whole product over TLS on another port", () => {
  let stage: OverTls;
  beforeAll(async () => {
    stage = await startOverTls({ TLS_PORT: "0" });
  });
  afterAll(() => stage.end());

  test("[LIVE-3] two people sign in over https, and what each says reaches the other live", async () => {
    expect(stage.product.address).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    await talkOverTls(stage);
  });

  test("[RUN-11a] the live connection is wss on the port of TLS, and nothing goes anywhere else or in the clear", () => {
    expectAllOverTls(stage);
  });

  test("[RUN-11] every answer tells browsers to stay with TLS and sets no cookie", async () => {
    await expectHeadersOfTls(stage);
  });
});
