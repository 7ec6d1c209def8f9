import { pino } from "pino";
import { Type } from "typebox";
import { expect, test } from "vitest";
import type { Endpoint } from "@cuplaj/protocol/endpoint.ts";
import type { ErrorCode } from "@cuplaj/protocol/errors.ts";
import { refused } from "../kernel/outcome.ts";
import { goodToken, startTestApp } from "../testing/test-app.ts";

const call = {
  method: "POST",
  path: "/api/v1/test/:code",
  limit: "reads",
  params: Type.Object({ code: Type.String() }),
  answers: { 200: Type.Object({}) },
} as const satisfies Endpoint;

test("[ERR-8] the request id of every error of the server is in its log, and of no other", async () => {
  const lines: string[] = [];
  const { app } = await startTestApp({
    log: pino({}, { write: (line) => void lines.push(line) }),
    addRoutes: (route) =>
      route(call, async ({ params }) => {
        if (params.code === "bug") throw new Error("a bug");
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the test's own codes
        return refused(params.code as ErrorCode);
      }),
  });
  const send = async (code: string) => {
    const { statusCode, json } = await app.inject({
      method: "POST",
      url: `/api/v1/test/${code}`,
      headers: { authorization: goodToken },
    });
    const id = String(json().request_id);
    return [statusCode, lines.filter((line) => line.includes(`"request_id":"${id}"`)).length > 0];
  };
  expect([await send("unavailable"), await send("storage_full"), await send("bug"), await send("forbidden")]).toEqual([
    [503, true],
    [507, true],
    [500, true],
    [403, false],
  ]);
});
