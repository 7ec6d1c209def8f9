import { describe, expect, test } from "vitest";
import { type EndpointName, endpoints } from "@cuplaj/protocol/endpoints.ts";
import { createAdmitSubscriptions } from "../channel-authorization/admit-subscriptions.ts";
import { createAccessStore } from "../channel-authorization/store.pg.ts";
import { systemClock } from "../kernel/clock.ts";
import { silentLog } from "../kernel/log.ts";
import { createAccountStore } from "../participants/account-store.pg.ts";
import { asksOf } from "../testing/calls/ask.ts";
import { callRows } from "../testing/calls/call-rows.ts";
import { password, type Person } from "../testing/people.ts";
import { giveFile } from "../testing/stored-files.ts";
import { startTestApi } from "../testing/test-api.ts";
import { createProgramTokenStore } from "./program-tokens.pg.ts";
import { hashToken, makeToken, sessionOf } from "./token.ts";

const api = await startTestApi({ twoFactor: "staff" });
const { people, call, pool } = api;
const { ana, mia, radu, admin } = people;

/** Radu's account belonged to a person before it became a program's: it is in the room and has written there. */
const room = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;
for (const person of [mia, radu, admin]) await call(person, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
const asked = (await call(ana, "POST", `/api/v1/publish/${room}`, { message: "salut" })).body.message;
const own = (await call(radu, "POST", `/api/v1/publish/${room}`, { message: "bună" })).body.message;
const photo = { name: "a.jpg", mime: "image/jpeg", content: Buffer.from("photo"), preview: Buffer.from("preview") };
await giveFile(api, asked.id, photo);
const tokens = createProgramTokenStore(pool);
const program: Person = { ...radu, token: makeToken() };
await tokens.add({ hash: hashToken(program.token), username: "radu", program: "ERP" });

const socket = { socket_id: "123.456" };
const at = `/api/v1/chat/${room}`;
const subjects = { owner: ana, agentInside: mia, roomId: room, messageId: asked.id };
const usual = Object.fromEntries(asksOf(callRows, subjects).map((ask) => [ask.name, ask]));

/** Requests that replace the usual examples, so that a caller with the permission would succeed. */
const others: Partial<Record<EndpointName, { readonly url?: string; readonly body?: unknown }>> = {
  login: { body: { username: "radu", password } },
  silencePerson: { body: { silenced: false } },
  editMessage: { url: `${at}/message/${own.id}` },
  deleteMessage: { url: `${at}/message/${own.id}` },
  listEdits: { url: `${at}/message/${own.id}/edits/1` },
  actOnMessage: { url: `${at}/action/${asked.id}/2/customer`, body: { state: true } },
  handOver: { body: { to: mia.id } },
  removeMember: { url: `${at}/members/${mia.id}` },
  joinRoom: { body: { type: 1, channel: 10_001 } },
  storeOffer: { body: {} },
  acceptOffer: { body: { version: 1, on_behalf: true } },
  authorizeChannel: { body: { ...socket, channel_name: "presence-oferta.10001" } },
  authorizeChannels: { body: { ...socket, channel_names: ["presence-oferta.10001", `private-user.${radu.id}`] } },
};

/** Expected statuses of public calls, calls about the own account, and calls that the role allows. All other calls must be refused. */
const answered: Partial<Record<EndpointName, number>> = {
  ...{ settings: 200, login: 422, erpLogin: 422, embedLogin: 422, acceptInvitation: 422, viewInvitation: 422 },
  ...{ me: 200, changeLanguage: 200, changePassword: 422, listDevices: 200, signOutDevice: 404, listChannels: 200 },
  ...{
    viewSecondFactor: 200,
    giveSecondFactor: 200,
    chooseNotifications: 200,
    subscribePush: 200,
    unsubscribePush: 200,
  },
  ...{ viewMail: 200, changeMail: 200, takeMail: 401 },
  ...{ listOffers: 200, viewOffer: 200, storeOffer: 422, lookupUsers: 200, authorizeChannels: 200, logout: 200 },
};
/** Calls that are refused even to the administrator: others' messages and uploads, missing things, what only customers do. */
const refusedToBoth: readonly EndpointName[] = [
  ...(["signOutDevice", "endToken", "editMessage", "deleteMessage"] as const),
  ...(["viewUpload", "appendUpload", "removeUpload", "decideLine"] as const),
  ...(["confirmMail", "openMailLink", "stopMail"] as const),
  ...(["createRequest", "changeRequest", "addCar", "changeCar", "putCarAway", "listCarRooms"] as const),
];
/** Calls that end a membership or the token; they come last. */
const lastNames: readonly EndpointName[] = ["removeMember", "leaveRoom", "logout"];
const names = (Object.keys(endpoints) as EndpointName[]).filter((name) => !lastNames.includes(name));

async function ask(person: Person, name: EndpointName) {
  const { url, body, headers } = { ...usual[name]!, ...others[name] };
  return await call(
    person,
    endpoints[name].method,
    url.replace("accounts/987654", `accounts/${mia.id}`),
    body,
    headers,
  );
}
const isRefusal = (status: number): boolean => status === 403 || status === 404;

describe("a program's token", () => {
  test("[ERP-2e] does only what its role allows, even inside a room: every call of the contract", async () => {
    expect(await createAccountStore(pool).changeRole("radu", "Program")).toBe(true);
    const statuses: Partial<Record<EndpointName, number>> = {};
    const refusedToAdmin: EndpointName[] = [];
    for (const name of [...names, ...lastNames]) {
      statuses[name] = (await ask(program, name)).status;
      if (isRefusal((await ask(admin, name)).status)) refusedToAdmin.push(name);
    }
    const others = Object.entries(statuses).filter(([name]) => !(name in answered));
    expect(others.filter(([, status]) => !isRefusal(status))).toEqual([]);
    expect(Object.fromEntries(Object.entries(statuses).filter(([name]) => name in answered))).toEqual(answered);
    expect(refusedToAdmin.toSorted()).toEqual(refusedToBoth.toSorted());
  });

  test("[ERP-2e] sees no rooms and gets no signed channels", async () => {
    const again = { ...radu, token: makeToken() };
    await tokens.add({ hash: hashToken(again.token), username: "radu", program: "ERP" });
    const own = `private-user.${radu.id}`;
    const { channels } = (await ask(again, "listChannels")).body;
    expect(channels.map(({ channel }: { channel: string }) => channel)).toEqual([own]);
    expect((await ask(again, "authorizeChannels")).body).toEqual({
      channels: { "presence-oferta.10001": null, [own]: null },
    });
    const asked = { ...socket, channel_name: own };
    expect((await call(again, "POST", "/api/broadcasting/auth", asked)).status).toBe(403);
  });

  test("[ERP-2e] admits no socket to a channel that was signed before the account became a program's", async () => {
    const token = makeToken();
    await tokens.add({ hash: hashToken(token), username: "radu", program: "ERP" });
    const admit = createAdmitSubscriptions({ store: createAccessStore(pool), clock: systemClock, log: silentLog });
    for (const channel of ["presence-oferta.10001", `private-user.${radu.id}`]) {
      const subscription = { channel, userId: String(radu.id), session: sessionOf(hashToken(token)), isPending: true };
      expect([channel, await admit(subscription)]).toEqual([channel, "refused"]);
    }
  });
});
