import { type CallDetails, calls } from "@cuplaj/protocol/calls.ts";
import type { Endpoint } from "@cuplaj/protocol/endpoint.ts";
import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import { errorStatus } from "@cuplaj/protocol/errors.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { expect, expectTypeOf, test } from "vitest";
import type { HttpOutcome, HttpRequest } from "../platform/http.ts";
import { createApiClient, callErrorOf } from "./api-client.ts";

const answer = (status: number, json: unknown, retryAfter: string | null = null): HttpOutcome => ({
  kind: "answer",
  status,
  retryAfter,
  json,
});

function client(outcome: HttpOutcome, token: string | null = "t") {
  const sent: HttpRequest[] = [];
  const rejected: string[] = [];
  const api = createApiClient({
    send: async (request) => {
      sent.push(request);
      return outcome;
    },
    token: () => token,
    language: () => "en",
    onRejected: (old) => rejected.push(old),
  });
  return { api, sent, rejected };
}

test("[LANG-1] every call has the specification's headers, including the language", async () => {
  const { api, sent } = client(answer(200, { message: {} }));
  await api.call("publishMessage", { params: { roomId: "7" }, body: { message: "Bună" } });
  expect(sent).toMatchObject([
    {
      method: "POST",
      path: "/api/v1/publish/7",
      body: '{"message":"Bună"}',
      headers: {
        "X-Requested-With": "XMLHttpRequest",
        Accept: "application/json",
        "Content-Language": "en",
        Authorization: "Bearer t",
        "Content-Type": "application/json",
      },
    },
  ]);
});

test("[ROOM-4] parameters are escaped into the path, and the query is passed through", async () => {
  const { api, sent } = client(answer(200, {}), null);
  await api.call("listMessages", { params: { roomId: "a/b ?", page: 2 }, query: { before_seq: 9 } });
  await api.call("viewRoom", { params: { channelId: "oferta.10001" } });
  expect(sent.map(({ path }) => path)).toEqual([
    "/api/v1/chat/a%2Fb%20%3F/2?before_seq=9",
    "/api/v1/chat/oferta.10001",
  ]);
  expect(sent[0]?.headers).not.toHaveProperty("Authorization");
});

test("[GUARD-3] a 401 on any call reports its token, other failures report nothing", async () => {
  const refused = client(answer(401, { code: "unauthenticated" }));
  await refused.api.call("me");
  expect(refused.rejected).toEqual(["t"]);
  const forbidden = client(answer(403, { code: "forbidden" }));
  await forbidden.api.call("me");
  expect(forbidden.rejected).toEqual([]);
});

test("[SIGN-2] a 401 on logging out is ignored", async () => {
  const { api, rejected, sent } = client(answer(401, { code: "unauthenticated" }), null);
  await api.callAs("old", "logout");
  expect(sent[0]?.headers["Authorization"]).toBe("Bearer old");
  expect(rejected).toEqual([]);
});

test("[ERR-1] an error is a value with the server's code, sentence, fields and wait", () => {
  const body = { code: "invalid", message: "Nu e valid.", errors: { message: ["prea lung"], x: 5 } };
  expect(callErrorOf(answer(422, body, "7"))).toEqual({
    code: "invalid",
    message: "Nu e valid.",
    fieldErrors: { message: ["prea lung"], x: [] },
    retryAfterSeconds: 7,
  });
});

test("[ERR-1] an error's details have the type that the table of calls declares", () => {
  const body = { code: "conflict", message: "", details: { version: 3 } };
  expect(callErrorOf(answer(409, body)).details).toEqual({ version: 3 });
  type TakeOver = Omit<Endpoint, "details"> & { readonly details: { readonly conflict: typeof User } };
  expectTypeOf<CallDetails<TakeOver>>().toEqualTypeOf<User>();
  expectTypeOf<CallDetails<(typeof endpoints)["me"]>>().toEqualTypeOf<undefined>();
  expectTypeOf<HttpRequest["method"]>().toEqualTypeOf<"GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE">();
});

test.each([
  [answer(503, null), "unavailable"],
  [answer(502, "<html>"), "unavailable"],
  [answer(404, { code: "no-such-code" }), "not_found"],
  [answer(418, null), "unexpected"],
  [answer(200, null), "unexpected"],
  [{ kind: "offline" }, "offline"],
  [{ kind: "timeout" }, "timeout"],
] as const)("[LANG-2] a foreign error still gets a code: %j is %s", (outcome, code) => {
  expect(callErrorOf(outcome).code).toBe(code);
});

test("[ERR-1] the client knows every code of the contract", () => {
  for (const [code, status] of Object.entries(errorStatus)) {
    expect(callErrorOf(answer(status, { code })).code).toBe(code);
  }
});

test("[ERR-1] the client's table of calls matches the contract", () => {
  const expected = Object.entries(endpoints).map(([name, { method, path }]) => [name, { method, path }]);
  expect(Object.entries(calls)).toEqual(expected);
});
