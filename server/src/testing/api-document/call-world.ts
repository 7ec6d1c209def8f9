import { randomUUID } from "node:crypto";
import sharp from "sharp";
import type { Person } from "../people.ts";
import { requestToSend } from "../requests.ts";
import { formBody } from "../upload-calls.ts";
import type { TestApi } from "../test-api.ts";
import type { DocumentedAnswer, Operation } from "./documented-api.ts";

/** Changes to a call's documented example. */
export interface Given {
  readonly path?: string;
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, unless it is text or bytes. */
  readonly body?: unknown;
}

/** Real people, rooms and messages for tests of the API document, and functions that send calls over HTTP. */
export interface CallWorld {
  readonly api: TestApi;
  readonly origin: string;
  readonly room: number;
  readonly message: number;
  readonly fileMessage: number;
  /** Parameters that name a room, a message and other things hidden from Ana. */
  readonly foreign: Readonly<Record<string, string | number>>;
  readonly send: (operation: Operation, person: Person | null, given?: Given) => Promise<DocumentedAnswer>;
  /** Publishes a new message of Ana's; returns its id. */
  readonly say: () => Promise<number>;
  readonly photo: () => Promise<{ readonly body: Buffer; readonly headers: Readonly<Record<string, string>> }>;
}

const foreignCar = {
  ...{ name: "", make: "Dacia", model: "Logan", year: null, engine: "", vin: "", plate: "CJ 10 MIH", note: "" },
};
const tus = { "tus-resumable": "1.0.0" };
export const beginUpload = { ...tus, "upload-length": "5" };
export const partOf = (offset: number) => ({
  ...tus,
  "upload-offset": String(offset),
  "content-type": "application/offset+octet-stream",
});

/** Ana, Radu and Mia are in the room of offer 10001, Mihai in that of 10005. */
export async function makeCallWorld(api: TestApi): Promise<CallWorld> {
  const { ana, radu, mia, mihai } = api.people;
  const origin = await api.app.listen({ port: 0, host: "127.0.0.1" });
  const join = async (person: Person, channel: number): Promise<number> =>
    (await api.call(person, "POST", "/api/v1/join", { type: 1, channel })).body.chat.id;
  const publish = async (person: Person, room: number): Promise<number> =>
    (await api.call(person, "POST", `/api/v1/publish/${room}`, { message: "salut", client_id: randomUUID() })).body
      .message.id;
  const room = await join(ana, 10_001);
  for (const person of [radu, mia]) await join(person, 10_001);
  const hidden = await join(mihai, 10_005);
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
    .jpeg()
    .toBuffer();
  const photo: CallWorld["photo"] = async () => {
    const form = await formBody([
      ["client_id", randomUUID()],
      ["attachment", { name: "disc.jpg", bytes: picture }],
    ]);
    return { body: form.body, headers: { "content-type": form.type } };
  };
  const upload = async (person: Person, to: number): Promise<number> => {
    const { body, headers } = await photo();
    const authorization = `Bearer ${person.token}`;
    const answer = await fetch(`${origin}/api/v1/publish/${to}/upload`, {
      method: "POST",
      headers: { ...headers, authorization },
      body: new Uint8Array(body),
    });
    const { message } = (await answer.json()) as { message: { id: number } };
    return message.id;
  };
  const begun = await api.call(mihai, "POST", "/api/v1/uploads", undefined, beginUpload);
  const asked = await api.call(mihai, "POST", "/api/v1/requests", requestToSend());
  const device = (await api.call(mihai, "GET", "/api/v1/me/devices")).body.devices[0];
  return {
    api,
    origin,
    room,
    message: await publish(ana, room),
    fileMessage: await upload(ana, room),
    foreign: {
      roomId: hidden,
      channelId: "oferta.10005",
      messageId: await upload(mihai, hidden),
      userId: api.people.nou.id,
      deviceId: device.id,
      accountId: api.people.nou.id,
      tokenId: device.id,
      carId: (await api.call(mihai, "POST", "/api/v1/cars", foreignCar)).body.car.id,
      uploadId: String(begun.headers["location"]).split("/").at(-1) ?? "",
      id: 10_005,
      requestId: asked.body.chat.request.id,
    },
    send: (operation, person, given = {}) => sendCall(origin, operation, person, given),
    say: () => publish(ana, room),
    photo,
  };
}

/** Sends the documented example of a call with the given changes. */
export async function sendCall(
  origin: string,
  operation: Operation,
  person: Person | null,
  given: Given = {},
): Promise<DocumentedAnswer> {
  const { method, bodies } = operation;
  const isSent = method !== "GET" && method !== "HEAD";
  const body = isSent ? encoded(given.body ?? bodies?.["application/json"]) : null;
  const headers = new Headers(body === null ? {} : { "content-type": "application/json" });
  if (person !== null) headers.set("authorization", `Bearer ${person.token}`);
  for (const [name, value] of Object.entries(given.headers ?? {})) headers.set(name, value);
  return await readAnswer(await fetch(`${origin}${urlOf(operation, given)}`, { method, headers, body }));
}

async function readAnswer(answer: Response): Promise<DocumentedAnswer> {
  const { status, headers } = answer;
  const text = await answer.text();
  const isJson = headers.get("content-type")?.startsWith("application/json") === true && text !== "";
  return { status, headers, body: isJson ? JSON.parse(text) : undefined };
}

function encoded(body: unknown): string | Uint8Array<ArrayBuffer> | null {
  if (body instanceof Uint8Array) return new Uint8Array(body);
  if (body === undefined) return null;
  return typeof body === "string" ? body : JSON.stringify(body);
}

function urlOf({ path: documented, parameters }: Operation, { path = documented, params, query }: Given): string {
  const filled = path.replaceAll(/\{(\w+)\}/gu, (_all, name: string) => {
    const example = parameters.find((each) => each.name === name)?.example;
    return encodeURIComponent(String(params?.[name] ?? example));
  });
  const asked = parameters.filter((each) => each.in === "query" && each.example !== undefined);
  const examples = Object.fromEntries(asked.map(({ name, example }) => [name, String(example)]));
  const search = new URLSearchParams({ ...examples, ...query }).toString();
  return search === "" ? filled : `${filled}?${search}`;
}
