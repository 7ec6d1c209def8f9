import { randomUUID } from "node:crypto";
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { ErrorCode } from "@cuplaj/protocol/errors.ts";
import { refused } from "../kernel/outcome.ts";
import { errorBody } from "./answer-error.ts";
import type { AnswerHeaders } from "./answer-headers.ts";
import { languageOf } from "./error-words.ts";

/** SEC-9: responds to a request that Node cannot parse, with the usual error body (ERR-1) and headers. */
export function answerUnreadable(headers: AnswerHeaders) {
  return (error: Error & { readonly code?: string }, socket: Duplex): void => {
    if (!isOfRequest(error.code) || !socket.writable || isAnswering(socket)) {
      socket.destroy();
      return;
    }
    const [status, code] = statusOf(error.code);
    const answer = earlyAnswer(headers, code, socket);
    const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`, "connection: close"];
    for (const [name, value] of answer.headers) lines.push(`${name}: ${value}`);
    // A client that never closes its side would otherwise keep the connection open forever.
    socket.end(`${lines.join("\r\n")}\r\n\r\n${answer.body}`, () => socket.destroy());
  };
}

/** Responds to an unsupported `Expect` header with 417, in place of Node. */
export function answerExpectations(server: Server, headers: AnswerHeaders): void {
  server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) => {
    const answer = earlyAnswer(headers, "malformed", request.socket, request);
    // The connection is closed, since no timer limits how long the body takes.
    response.writeHead(417, [...answer.headers, ["connection", "close"]].flat()).end(answer.body);
  });
}

function earlyAnswer(setHeaders: AnswerHeaders, code: ErrorCode, socket: Duplex, request?: IncomingMessage) {
  const requestId = randomUUID();
  const language = languageOf(request?.headers["content-language"]);
  const body = JSON.stringify(errorBody(refused(code), language, requestId));
  const headers = new Map([
    ["content-type", "application/json; charset=utf-8"],
    ["content-length", String(Buffer.byteLength(body))],
  ]);
  const answered = { url: request?.url ?? "", requestId, isSecure: "encrypted" in socket };
  setHeaders(answered, (name, value) => headers.set(name, value));
  return { headers, body };
}

function statusOf(reason: string | undefined): readonly [number, ErrorCode] {
  if (reason === "ERR_HTTP_REQUEST_TIMEOUT") return [408, "malformed"];
  if (reason === "HPE_HEADER_OVERFLOW" || reason === "HPE_CHUNK_EXTENSIONS_OVERFLOW") return [431, "too_large"];
  return [400, "malformed"];
}

/** Whether the request was unreadable; otherwise the connection or TLS failed, and nobody is left to respond to. */
function isOfRequest(reason: string | undefined): boolean {
  return reason !== undefined && /^(?:HPE|ERR_HTTP)_/u.test(reason);
}

/** Whether an earlier response is still being sent on the connection: a second head would be read as part of its body. */
function isAnswering(socket: Duplex): boolean {
  const answer: unknown = "_httpMessage" in socket ? socket._httpMessage : null;
  return typeof answer === "object" && answer !== null && "headersSent" in answer && answer.headersSent === true;
}
