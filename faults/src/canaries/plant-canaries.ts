import { createHmac } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { createCaller, type HttpCaller } from "../clients/http-caller.ts";
import type { Product } from "../product/product.ts";
import type { World } from "../product/world.ts";
import { runOperator } from "../revocation/operator.ts";
import { findServer, openTab } from "../tabs/tab.ts";
import { type Canary, newCanary } from "./canary.ts";

/** A product's secret settings, and settings that make it log everything. */
export interface SecretSettings {
  readonly settings: Readonly<Record<string, string>>;
  readonly canaries: readonly Canary[];
}

export function secretSettings(): SecretSettings {
  const [appSecret, metricsToken] = [newCanary("PUSHER_APP_SECRET"), newCanary("METRICS_TOKEN")];
  return {
    settings: {
      LOG_LEVEL: "trace",
      PUSHER_APP_ID: "4242",
      PUSHER_APP_KEY: "canary-key",
      PUSHER_APP_SECRET: appSecret.text,
      METRICS_TOKEN: metricsToken.text,
    },
    canaries: [appSecret, metricsToken],
  };
}

/** SEC-12: uses every kind of secret, correctly and wrongly, wherever somebody might type it. Returns everything that must not be logged. */
export async function plantCanaries(
  product: Product,
  world: World,
  secrets: SecretSettings,
): Promise<readonly Canary[]> {
  const planted: Canary[] = [...secrets.canaries, ...ofTheFolder(product.dataDir), ...ofTheWorld(world)];
  const plant = (what: string): string => {
    const canary = newCanary(what);
    planted.push(canary);
    return canary.text;
  };
  planted.push(await signInAndOut(product, plant));
  await callWrongly(product, world, plant);
  await callRawly(product, world, plant);
  await exerciseSettings(product, secrets);
  await misuseSocket(product, world, plant);
  return planted;
}

type Plant = (what: string) => string;

function ofTheFolder(dataDir: string): Canary[] {
  const files = readdirSync(dataDir).filter((name) => name.includes("password"));
  return files.map((name) => ({ what: name, text: readFileSync(join(dataDir, name), "utf8").trim() }));
}

/** The tokens of people and the nonces of rooms, since every call carries a token and every message a nonce. */
function ofTheWorld({ people, rooms }: World): Canary[] {
  return [
    ...people.map(({ token }) => ({ what: "a token in use", text: token })),
    ...rooms.map(({ nonce }) => ({ what: "the text of a message", text: nonce })),
  ];
}

async function signInAndOut(product: Product, plant: Plant): Promise<Canary> {
  const password = plant("a right password");
  const account = ["--username", "canary", "--name", "Canary", "--kind", "customer", "--password-stdin"];
  await runOperator(product, ["user", "add", ...account], `${password}\n`);
  const http = createCaller({ address: product.address, token: "" });
  const login = (body: object) => http.call("POST", "/api/v1/login", body);
  const answer = await login({ username: "canary", password });
  if (answer.kind !== "answer" || answer.status !== 200) throw new Error(`no sign-in: ${JSON.stringify(answer)}`);
  const token = String(answer.body.token);
  await login({ username: "canary", password: plant("a wrong password") });
  await login({ username: plant("a password in the field of the name"), password: "x" });
  await login({ username: password, password: "canary" });
  await login({
    username: { value: plant("a name that is no text") },
    password: [plant("a password that is no text")],
  });
  http.close();
  const signedIn = createCaller({ address: product.address, token });
  for (const path of ["/api/v1/logout", "/api/v1/logout"]) await signedIn.call("POST", path);
  signedIn.close();
  return { what: "the token of a sign-in", text: token };
}

async function callWrongly({ address }: Product, { rooms, people }: World, plant: Plant): Promise<void> {
  const token = people[0]?.token ?? "";
  const [own, foreign] = [rooms[0]?.id ?? 0, rooms.at(-1)?.id ?? 0];
  const member = createCaller({ address, token });
  const stranger = createCaller({ address, token: plant("an invented token") });
  for (const path of ["/api/v1/me", "/api/v1/all/1", "/api/v1/nothing", "/metrics"]) await stranger.call("GET", path);
  await stranger.call("POST", "/api/v1/sync", { cursors: {} });
  await member.call("GET", `/api/v1/me?token=${plant("a query string")}`);
  await member.call("GET", `/api/v1/chat/${own}/1?after_seq=${plant("a query string that is refused")}`);
  await member.call("GET", `/api/v1/nothing/${plant("a path that leads nowhere")}`);
  const publish = (room: number, body: unknown) => member.call("POST", `/api/v1/publish/${room}`, body);
  await publish(foreign, { message: plant("a message into a room of others") });
  await publish(own, { message: plant("a message that is too long").repeat(200) });
  await publish(own, { message: plant("a message with a wrong id"), client_id: "no uuid" });
  await publish(own, { message: { text: plant("a message that is no text") } });
  await publish(own, { message: `${plant("a message with a NUL")}\u0000` });
  await publish(foreign, { message: plant("a second message"), [plant("an unknown field")]: 1 });
  await publish(own, { message: plant("a body that is too large").repeat(4000) });
  await takeBackWrongly(member, [own, foreign], plant);
  member.close();
  stranger.close();
}

/** Makes edits and replies that are refused. Deleted texts contain their room's nonce, which is a canary too (MSG-7b). */
async function takeBackWrongly(member: HttpCaller, [own, foreign]: readonly number[], plant: Plant): Promise<void> {
  const edit = (room: number | undefined, message: unknown) =>
    member.call("PUT", `/api/v1/chat/${room}/message/1`, { message });
  await edit(own, plant("an edit that is too long").repeat(200));
  await edit(own, { text: plant("an edit that is no text") });
  await edit(foreign, plant("an edit in a room of others"));
  await member.call("POST", `/api/v1/publish/${own}`, { message: plant("a reply to nothing"), reply_to: 999_999_999 });
}

/** Sends malformed requests, each on its own connection. */
async function callRawly({ address }: Product, { rooms, people }: World, plant: Plant): Promise<void> {
  const publish = `POST /api/v1/publish/${rooms[0]?.id} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${people[0]?.token}`;
  const json = `${publish}\r\nContent-Type: application/json`;
  const get = (path: string, ...headers: string[]): string =>
    [`GET ${path} HTTP/1.1`, "Host: 127.0.0.1", ...headers, "", ""].join("\r\n");
  const upgrade = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"];
  const key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
  const broken = `{"message": ${plant("a body that is no JSON")}`;
  const requests = [
    `${json}\r\nContent-Length: ${broken.length}\r\n\r\n${broken}`,
    `${publish}\r\nContent-Type: text/${plant("a type of content")}\r\nContent-Length: 2\r\n\r\n{}`,
    `${json}\r\nContent-Length: 4000\r\n\r\n{"message": "${plant("a message that is broken off")}`,
    get(`/api/v1/chat/%E0%A4%A?q=${plant("a path that cannot be decoded")}`),
    get("/api/v1/me", `Authorization: Basic ${Buffer.from(plant("a basic header")).toString("base64")}`),
    get("/api/v1/me", `Authorization: Bearer ${plant("a token with a space")} x`),
    get("/api/v1/me", `Cookie: token=${plant("a cookie")}`, `X-Forwarded-For: ${plant("a forwarded address")}`),
    get("/api/v1/me", `Bad Header ${plant("a header that is none")}`),
    `GET /${plant("no HTTP at all")}\r\n\r\n`,
    get(`/app/canary-key?protocol=7&token=${plant("the query of a socket")}`, ...upgrade, key),
    get(`/elsewhere?token=${plant("the query of a refused socket")}`, ...upgrade, key),
    get(`/app/canary-key?protocol=7`, ...upgrade, `Sec-WebSocket-Key: ${plant("the key of a socket")}`),
    get(`/app/canary-key?protocol=7`, ...upgrade, key, `Origin: https://${plant("an origin")}.example`),
  ];
  const { hostname: host, port } = new URL(address);
  await Promise.all(requests.map((request) => sendRaw(host, Number(port), request)));
}

const rawMs = 300;

function sendRaw(host: string, port: number, request: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    socket.on("error", () => socket.destroy());
    socket.once("close", () => resolve());
    socket.once("connect", () => socket.write(request));
    socket.resume();
    socket.setTimeout(rawMs, () => socket.destroy());
  });
}

/** Uses the secrets among the settings as other programs do, correctly and wrongly. */
async function exerciseSettings({ address }: Product, { settings }: SecretSettings): Promise<void> {
  const metrics = createCaller({ address, token: settings["METRICS_TOKEN"] ?? "" });
  await metrics.call("GET", "/metrics");
  metrics.close();
  const http = createCaller({ address, token: "" });
  const query = `auth_key=canary-key&auth_timestamp=${Math.floor(performance.timeOrigin / 1000)}&auth_version=1.0`;
  const secret = settings["PUSHER_APP_SECRET"] ?? "";
  const signature = createHmac("sha256", secret).update(`GET\n/apps/4242/channels\n${query}`).digest("hex");
  for (const signed of [signature, secret]) {
    await http.call("GET", `/apps/4242/channels?${query}&auth_signature=${signed}`);
  }
  http.close();
}

async function misuseSocket({ address }: Product, { rooms, people }: World, plant: Plant): Promise<void> {
  const [person, room] = [people[0], rooms[0]];
  if (person === undefined || room === undefined) throw new Error("nobody was seeded");
  const channel = `presence-${room.name}`;
  const tab = await openTab(await findServer(address), person, [channel]);
  tab.socket.send("pusher:subscribe", { channel: plant("a channel"), auth: plant("a signature") });
  tab.socket.send("pusher:subscribe", { channel, auth: `canary-key:${plant("a wrong signature")}` });
  tab.socket.send("client-typing", { name: plant("the name in a whisper"), channel }, channel);
  tab.socket.send("client-anything", { text: plant("a whisper of no kind") }, channel);
  tab.socket.send(plant("an event that there is not"), { text: plant("its text") });
  await tab.isAlive();
  tab.close();
  await tab.closed;
}
