import { connect, type Socket } from "node:net";
import { Type } from "typebox";
import { onTestFinished } from "vitest";
import type { Endpoint } from "@cuplaj/protocol/endpoint.ts";
import { done, refused } from "../kernel/outcome.ts";
import { goodToken, startTestApp, type TestAppOptions } from "./test-app.ts";

export const MiB = 1024 * 1024;
const upload = {
  method: "PATCH",
  path: "/api/v1/test/upload/:id",
  limit: "reads",
  isExpensive: true,
  timeLimitMs: 600_000,
  params: Type.Object({ id: Type.Integer() }),
  headers: Type.Object({ "upload-offset": Type.Integer({ minimum: 0 }) }),
  upload: { types: ["application/offset+octet-stream", "multipart/form-data"], bytesMax: MiB, stillMsMax: 60_000 },
  answers: { 201: Type.Object({ bytes: Type.Integer(), offset: Type.Integer() }) },
} as const satisfies Endpoint;
export const plain = {
  method: "POST",
  path: "/api/v1/test/plain",
  limit: "reads",
  body: Type.Object({}),
  answers: { 200: Type.Object({}) },
} as const satisfies Endpoint;

export const long = { ...plain, path: "/api/v1/test/long", bodyBytesMax: 300_000 } as const satisfies Endpoint;

/** The HTTP application with an upload, a plain call and a call with a larger body. */
export async function startUploads(
  options: Partial<TestAppOptions> & { readonly stillMsMax?: number; readonly afterBody?: () => Promise<void> } = {},
) {
  const seen = { begun: 0, bytes: 0, failed: [] as unknown[] };
  const { stillMsMax = upload.upload.stillMsMax, afterBody, ...more } = options;
  const made = await startTestApp({
    ...more,
    addRoutes(route) {
      for (const call of [plain, long]) route(call, async () => done({ status: 200, body: {} }));
      route({ ...upload, upload: { ...upload.upload, stillMsMax } }, async ({ params, headers, body }) => {
        seen.begun += 1;
        if (params.id === 404) return refused("not_found");
        if (headers["upload-offset"] === 409) return refused("conflict");
        try {
          for await (const chunk of body) seen.bytes += chunk.length;
        } catch (error) {
          seen.failed.push(error);
          throw error;
        }
        await afterBody?.();
        return done({ status: 201, body: { bytes: seen.bytes, offset: headers["upload-offset"] } });
      });
    },
  });
  const send = async (body: NonNullable<RequestInit["body"]>, headers: Record<string, string> = {}, id = 1) =>
    await fetch(`http://127.0.0.1:${made.port}/api/v1/test/upload/${id}`, {
      method: "PATCH",
      duplex: "half",
      body,
      headers: {
        authorization: goodToken,
        "content-type": "application/offset+octet-stream",
        "upload-offset": "0",
        ...headers,
      },
    });
  return { ...made, seen, send, open: () => opened(made.port) };
}

interface TestSocket {
  readonly socket: Socket;
  readonly text: () => string;
  readonly isClosed: () => boolean;
  readonly begin: (length: number | null, more?: string, offset?: number) => void;
}

function opened(port: number): TestSocket {
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  let [text, isClosed] = ["", false];
  socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
  socket.on("close", () => (isClosed = true));
  const begin: TestSocket["begin"] = (length, more = "", offset = 7) => {
    const framing = length === null ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`;
    const type = `Content-Type: application/offset+octet-stream\r\nUpload-Offset: ${offset}`;
    socket.write(
      `PATCH /api/v1/test/upload/1 HTTP/1.1\r\nHost: a\r\nAuthorization: ${goodToken}\r\n${type}\r\n${framing}\r\n\r\n${more}`,
    );
  };
  return { socket, begin, text: () => text, isClosed: () => isClosed };
}

export const headOf = (path: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: ${goodToken}\r\nContent-Type: application/json\r\n`;
export const chunked = (bytes: number): string => `${bytes.toString(16)}\r\n${"x".repeat(bytes)}\r\n`;
