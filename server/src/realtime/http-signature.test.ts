import { describe, expect, test } from "vitest";
import { isSignedBody, type SignedRequest, signatureProblem } from "./http-signature.ts";
import type { PusherApp } from "./realtime-options.ts";

const app: PusherApp = { id: "3", key: "278d425bdf160c739803", secret: "7ad3773142a6692b25b8", clientEvents: null };
const nowMs = 1_353_088_179_000;
const query = {
  auth_key: app.key,
  auth_timestamp: "1353088179",
  auth_version: "1.0",
  body_md5: "ec365a775a4cd0599faeb73354201b6f",
  auth_signature: "da454824c97ba181a32ccc17a72625ba02771f50b50e1e7430e47a1f3f457e6c",
};
const worked = {
  method: "POST",
  path: "/apps/3/events",
  query: new URLSearchParams(query),
};
const workedBody = '{"name":"foo","channels":["project-3"],"data":"{\\"some\\":\\"data\\"}"}';

function changed(changes: Partial<SignedRequest>, parameters: Record<string, string> = {}): SignedRequest {
  return { ...worked, query: new URLSearchParams({ ...query, ...parameters }), ...changes };
}

describe("the HTTP API's signature", () => {
  test("[LIVE-1] Pusher's worked example is accepted", () => {
    expect(signatureProblem(app, worked, nowMs)).toBeNull();
    expect(isSignedBody(worked.query, workedBody)).toBe(true);
  });

  test("[LIVE-1] a body whose digest is not signed is refused", () => {
    expect(isSignedBody(worked.query, workedBody.replace("foo", "bar"))).toBe(false);
    expect(isSignedBody(changed({}, { body_md5: "" }).query, workedBody)).toBe(false);
    expect(isSignedBody(changed({}, { body_md5: "" }).query, "")).toBe(true);
  });

  test.each([
    ["another method", changed({ method: "GET" })],
    ["another path", changed({ path: "/apps/3/batch_events" })],
    ["one more parameter", changed({}, { info: "user_count" })],
    ["another key", changed({}, { auth_key: "x" })],
    ["another version", changed({}, { auth_version: "2.0" })],
    ["no signature", changed({}, { auth_signature: "" })],
    ["another digest of the body", changed({}, { body_md5: "" })],
  ])("[LIVE-1] %s is refused", (_name, request) => {
    expect(signatureProblem(app, request, nowMs)).not.toBeNull();
  });

  test("[LIVE-1] a signature is valid for ten minutes before and after its time", () => {
    expect(signatureProblem(app, worked, nowMs + 600_000)).toBeNull();
    expect(signatureProblem(app, worked, nowMs - 600_000)).toBeNull();
    expect(signatureProblem(app, worked, nowMs + 600_001)).toBe("Timestamp expired");
    expect(signatureProblem(app, changed({}, { auth_timestamp: "soon" }), nowMs)).toBe("Timestamp expired");
  });
});
