import { expect, test } from "vitest";
import type { CallResult } from "../../api/api-client.ts";
import type { PendingRequest } from "../../state/entities.ts";
import { callError } from "../../testing/call-errors.ts";
import { sendRequestWith } from "./upload-calls.ts";

const file = { name: "talon.jpg", bytes: 9, type: "image/jpeg", width: null, height: null, isOriginal: false };
const request: PendingRequest = { car_id: 4, items: [], photos: ["a", "b"].map((id) => ({ id, file })) };

/** Sends a request whose uploads and calls end as given, in order. */
async function send(uploads: readonly CallResult<string>[], calls: readonly CallResult<unknown>[]) {
  const [uploaded, bodies, forgotten]: [string[], unknown[], string[]] = [[], [], []];
  const [nextUpload, nextCall] = [uploads.values(), calls.values()];
  const call = async (_name: string, { body }: { body: unknown }) => {
    bodies.push(body);
    return nextCall.next().value;
  };
  // The fake lacks the real types.
  const api = { call, authorized: () => Promise.reject(new Error("Nothing is uploaded here.")) } as never;
  const change = async (id: string): Promise<void> => void forgotten.push(id);
  const asked = { type: "call-request", clientId: "one", text: "Patinează.", request } as const;
  const result = await sendRequestWith({ api, files: { change } }, asked, async ({ id }) => {
    uploaded.push(id);
    return nextUpload.next().value ?? { ok: true, value: `/api/v1/uploads/${id}${uploaded.length}` };
  });
  return { result, uploaded, bodies, forgotten };
}

const body = { car_id: 4, items: [], client_id: "one", text: "Patinează." };
const done: CallResult<unknown> = { ok: true, value: {} };
const swept: CallResult<unknown> = {
  ok: false,
  error: { ...callError("invalid"), fieldErrors: { "upload_ids.1": ["Nu e valid."] } },
};

test("[ASK-6b] the request names its uploads, which come first and in order", async () => {
  const { result, uploaded, bodies } = await send([], [done]);
  expect([result, uploaded]).toEqual([done, ["a", "b"]]);
  expect(bodies).toEqual([{ ...body, upload_ids: ["a1", "b2"] }]);
});

test("[ASK-6b] it is not sent without a photo, whose error is the request's", async () => {
  const failed: CallResult<string> = { ok: false, error: callError("timeout") };
  const { result, uploaded, bodies } = await send([failed], []);
  expect([result, uploaded, bodies]).toEqual([failed, ["a"], []]);
});

test("[ASK-6b] uploads that the server has lost start over, but only once", async () => {
  const { bodies, forgotten } = await send([], [swept, done]);
  expect([bodies.length, forgotten]).toEqual([2, ["a", "b"]]);
  expect(bodies.at(-1)).toEqual({ ...body, upload_ids: ["a3", "b4"] });
  expect((await send([], [swept, swept])).result).toEqual(swept);
});
