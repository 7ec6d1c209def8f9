import { Type } from "typebox";
import { expect, test } from "vitest";
import type { Endpoint } from "@cuplaj/protocol/endpoint.ts";
import { done, type Outcome, refused, refusedWith, type RefusedWith } from "../kernel/outcome.ts";
import { goodToken, startTestApp } from "../testing/test-app.ts";
import type { App } from "./app.ts";

const Text = Type.Object({ text: Type.String() });
const common = { path: "/api/v1/test/text/:id", limit: "reads", params: Type.Object({ id: Type.Integer() }) } as const;
const put = {
  ...common,
  method: "PUT",
  body: Type.Object({ text: Type.String(), version: Type.Integer() }),
  answers: { 200: Text, 201: Text },
  details: { conflict: Type.Object({ version: Type.Integer() }) },
} as const satisfies Endpoint;
const patch = { ...common, method: "PATCH", body: Text, answers: { 200: Text } } as const satisfies Endpoint;
const remove = { ...common, method: "DELETE", answers: { 200: Type.Object({}) } } as const satisfies Endpoint;
const upload = {
  method: "POST",
  path: "/api/v1/test/upload",
  limit: "publish",
  headers: Type.Object({ "upload-offset": Type.Integer() }),
  upload: { types: ["multipart/form-data"], bytesMax: 100, stillMsMax: 1000 },
  answers: { 201: Type.Object({}) },
} as const satisfies Endpoint;
const file = { method: "GET", path: "/api/v1/test/file", limit: "reads", answers: "file" } as const satisfies Endpoint;

type Stored = Outcome<{ readonly text: string; readonly isNew: boolean }, RefusedWith<"conflict", { version: number }>>;

async function start() {
  const texts = new Map<number, { text: string; version: number }>();
  function store(id: number, given: { text: string; version: number }): Stored {
    const stored = texts.get(id);
    if (stored !== undefined && stored.version > given.version)
      return refusedWith("conflict", { version: stored.version });
    texts.set(id, given);
    return done({ text: given.text, isNew: stored === undefined });
  }
  const { port } = await startTestApp({
    addRoutes(route) {
      route(put, async ({ params, body }) => {
        const outcome = store(params.id, body);
        if (!outcome.ok) return outcome;
        const { text, isNew } = outcome.value;
        const headers = { "Set-Cookie": "a=b; HttpOnly; SameSite=Strict; Path=/api/v1/test/file" };
        return done(isNew ? { status: 201, body: { text }, headers } : { status: 200, body: { text } });
      });
      route(patch, async ({ body }) => done({ status: 200, body }));
      route(remove, async ({ params }) =>
        texts.delete(params.id) ? done({ status: 200, body: {} }) : refused("conflict"),
      );
      route(upload, async () => done({ status: 201, body: {} }));
      route(file, async () => refused("not_found"));
    },
  });
  const call = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: goodToken, ...(body ? { "content-type": "application/json" } : {}), ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    // oxlint-disable-next-line typescript/no-explicit-any
    return { status: answer.status, body: (await answer.json()) as any, headers: answer.headers };
  };
  return { call };
}

const at = "/api/v1/test/text/7";

test("[DOC-1] the table supports PUT, PATCH and DELETE, with typed bodies and response headers", async () => {
  const { call } = await start();
  const made = await call("PUT", at, { text: "a", version: 1 });
  expect([made.status, made.body, made.headers.get("set-cookie")]).toEqual([
    201,
    { text: "a" },
    "a=b; HttpOnly; SameSite=Strict; Path=/api/v1/test/file",
  ]);
  expect(await call("PUT", at, { text: "b", version: 2 })).toMatchObject({ status: 200, body: { text: "b" } });
  expect(await call("PATCH", at, { text: "c" })).toMatchObject({ status: 200, body: { text: "c" } });
  expect(await call("PATCH", at, { text: 5 })).toMatchObject({ status: 422, body: { code: "invalid" } });
  expect(await call("DELETE", at)).toMatchObject({ status: 200, body: {} });
  expect(await call("DELETE", `${at}x`)).toMatchObject({ status: 422 });
  expect(await call("POST", at, {})).toMatchObject({ status: 404, body: { code: "not_found" } });
});

test("[ERR-1] an error carries the details that its call declares for the code", async () => {
  const { call } = await start();
  await call("PUT", at, { text: "a", version: 5 });
  const refusal = await call("PUT", at, { text: "b", version: 4 }, { "content-language": "en" });
  expect([refusal.status, refusal.body]).toEqual([
    409,
    {
      message: "Somebody else was faster.",
      code: "conflict",
      details: { version: 5 },
      request_id: refusal.headers.get("x-request-id") ?? expect.any(String),
    },
  ]);
  await call("DELETE", at);
  expect((await call("DELETE", at)).body).not.toHaveProperty("details");
});

test("[SEC-4] a route outside the table cannot evade its limit, by any path", async () => {
  const addHooks = (app: App): void => void app.get("/api/v1/me", () => ({}));
  await expect(startTestApp({ addHooks, addRoutes: () => undefined })).rejects.toThrow("/api/v1/me has no limit");
});

test("[DOC-1] undeclared input and responses are type errors", () => {
  type Route = Parameters<Parameters<typeof startTestApp>[0]["addRoutes"]>[0];
  const wrong = (route: Route): void => {
    // @ts-expect-error -- the call does not declare these details
    route(remove, async () => refusedWith("conflict", { version: 1 }));
    // @ts-expect-error -- the details have another shape
    route(put, async () => refusedWith("conflict", { version: "1" }));
    // @ts-expect-error -- a call that returns a file cannot return JSON
    route(file, async () => done({ status: 200, body: {} }));
    // @ts-expect-error -- the call declares no body to read
    route(remove, async ({ body }) => done({ status: 200, body: { text: body.text } }));
  };
  expect(wrong).toBeTypeOf("function");
});
