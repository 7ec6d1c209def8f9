import { request } from "node:http";
import type { Person } from "../people.ts";
import type { Given } from "./call-world.ts";
import type { DocumentedAnswer, Operation } from "./documented-api.ts";

interface BadCall extends Given {
  readonly code: string;
}

const json = { "content-type": "application/json" };

/** Makes invalid calls of an operation: with invalid fields, an unreadable path or body, and an unsupported body type. */
export function badCalls(operation: Operation, good: Given): readonly BadCall[] {
  const { method, path, parameters, bodies } = operation;
  const hasBody = method !== "GET" && method !== "HEAD";
  const isStream = bodies !== null && "application/offset+octet-stream" in bodies;
  const named = parameters.find((each) => each.in === "path");
  const headers = { ...good.headers, ...json };
  return [
    ...invalidCalls(operation, good).map((each) => ({ ...each, code: "invalid" })),
    ...(named === undefined ? [] : [{ ...good, path: path.replace(`{${named.name}}`, "%zz"), code: "malformed" }]),
    ...(hasBody && !isStream ? [{ ...good, headers, body: "{", code: "malformed" }] : []),
    ...(hasBody ? [{ ...good, headers: { "content-type": "text/plain" }, body: "x", code: "unsupported_type" }] : []),
  ];
}

function invalidCalls({ parameters, bodies }: Operation, good: Given): readonly Given[] {
  const wrong = parameters.flatMap((each): Given[] => {
    if (each.in === "path") return [{ ...good, params: { ...good.params, [each.name]: "x".repeat(65) } }];
    if (each.in === "query") return [{ ...good, query: { [each.name]: "-".repeat(1000) } }];
    const isBounded = each.name === "upload-metadata";
    return isBounded ? [{ ...good, headers: { ...good.headers, [each.name]: "x".repeat(4097) } }] : [];
  });
  const takesJson = bodies !== null && "application/json" in bodies;
  return [...wrong, ...(takesJson ? [{ ...good, headers: json, body: "[1]" }] : [])];
}

/** Declares a body that is far too long, which must be refused before any of it arrives. */
export async function sendTooLong(
  origin: string,
  { method, path, parameters, bodies }: Operation,
  person: Person,
  { params = {} }: Given,
): Promise<DocumentedAnswer> {
  const url = path.replaceAll(/\{(\w+)\}/gu, (_all, name: string) =>
    String(params[name] ?? parameters.find((each) => each.name === name)?.example),
  );
  const isStream = bodies !== null && "application/offset+octet-stream" in bodies;
  const type = isStream ? "application/offset+octet-stream" : "application/json";
  return await new Promise((resolve, reject) => {
    const sent = request(`${origin}${url}`, {
      method,
      headers: { authorization: `Bearer ${person.token}`, "content-type": type, "content-length": "1000000000" },
    });
    sent.on("error", reject);
    sent.on("response", (answer) => {
      let text = "";
      answer.on("data", (chunk: Buffer) => (text += chunk.toString()));
      answer.on("end", () => {
        sent.destroy();
        const headers = new Headers(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
        resolve({ status: answer.statusCode ?? 0, headers, body: JSON.parse(text) });
      });
    });
    sent.flushHeaders();
  });
}
