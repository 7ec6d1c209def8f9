import { createECDH, createHash } from "node:crypto";
import { hostOrigin, makeHostToken } from "../host-tokens.ts";
import { password } from "../people.ts";
import { type CallRows, everybody, newInvitation, newToken, signedIn } from "./call-row.ts";

const push = {
  endpoint: "http://127.0.0.1:9/a",
  keys: { p256dh: createECDH("prime256v1").generateKeys("base64url"), auth: "A".repeat(22) },
};

export const signInRows = {
  settings: { access: { statuses: everybody(200) } },
  login: {
    access: { body: {}, statuses: everybody(422) },
    given: () => ({ body: { username: "mia", password } }),
    also: () => [{ body: { username: "mia", password: "x" }, as: null, status: 422, code: "invalid_credentials" }],
  },
  erpLogin: {
    access: { body: {}, statuses: everybody(422) },
    given: () => ({ body: { username: "radu", password } }),
    also: () => [{ body: { username: "ana", password }, as: null, status: 422, code: "invalid_credentials" }],
  },
  embedLogin: {
    access: { body: {}, statuses: everybody(422) },
    given: () => ({ body: { token: makeHostToken({ sub: "mia" }), origin: hostOrigin } }),
    also: () => [
      { body: { token: makeHostToken({ sub: "nimeni" }) }, as: null, status: 422, code: "embed_token_refused" },
    ],
  },
  viewInvitation: {
    access: { body: { invitation: "x" }, statuses: everybody(422) },
    given: async (world) => ({ body: { invitation: await newInvitation(world, "nou") } }),
    also: () => [{ as: null, body: { invitation: "x" }, status: 422, code: "invitation_ended" }],
  },
  acceptInvitation: {
    access: { body: { invitation: "x", password: "o parolă nouă" }, statuses: everybody(422) },
    given: async (world) => ({ body: { invitation: await newInvitation(world, "nou"), password } }),
    also: () => [{ as: null, body: { invitation: "x", password }, status: 422, code: "invitation_ended" }],
  },
  me: { access: { statuses: signedIn(200) } },
  changeLanguage: { access: { body: { locale: "ro" }, statuses: signedIn(200) } },
  changePassword: {
    access: { body: { current: "alta", password: "o parolă nouă" }, statuses: signedIn(422) },
    as: "vlad",
    given: () => ({ body: { current: password, password } }),
    also: () => [{ as: "vlad", body: { current: "x", password: "parola nouă" }, status: 422, code: "invalid" }],
  },
  chooseNotifications: { access: { body: { privacy: "who", quiet: null }, statuses: signedIn(200) } },
  subscribePush: {
    access: { body: push, statuses: signedIn(200) },
    given: () => ({ body: push }),
    also: ({ api }) => {
      const keys = { p256dh: createECDH("prime256v1").generateKeys("base64url"), auth: "A".repeat(22) };
      const subscribed = async () => await api.call(api.people.ana, "POST", "/api/v1/subscribePush", push);
      return [
        { body: { ...push, endpoint: "http://10.0.0.1/a" }, status: 422, code: "push_endpoint_refused" },
        { body: { ...push, keys }, as: "mihai", before: subscribed, status: 409, code: "conflict" },
      ];
    },
  },
  unsubscribePush: { access: { body: push, statuses: signedIn(200) } },
  listDevices: { access: { statuses: signedIn(200) } },
  signOutDevice: {
    access: { statuses: signedIn(404) },
    given: async (world, person) => {
      const made = await newToken(world, person);
      const { devices } = (await world.api.call(made, "GET", "/api/v1/me/devices")).body;
      return { params: { deviceId: devices.find((each: { is_current: boolean }) => each.is_current).id } };
    },
  },
  silencePerson: {
    access: ({ agentInside }) => ({
      params: { userId: agentInside.id, type: "agent" },
      body: { silenced: true },
      statuses: "401 200 404 200 200 404 422 200 403 403 200",
    }),
    as: "radu",
    given: ({ api }) => ({ params: { userId: api.people.mia.id, type: "agent" } }),
  },
  lookupUsers: { access: { body: { customers: [1] }, statuses: signedIn(200) } },
  listAudit: {
    access: { statuses: "401 403 403 403 403 403 403 200 403 403 403" },
    as: "admin",
    also: () => [{ as: "radu", status: 403, code: "forbidden" }],
  },
  logout: {
    access: { statuses: signedIn(200) },
    given: async (world, person) => {
      const { token } = await newToken(world, person);
      return { headers: { authorization: `Bearer ${token}` } };
    },
    also: async (world, person) => {
      const session = createHash("sha256")
        .update((await newToken(world, person)).token)
        .digest("hex");
      return [
        { as: null, body: { session }, status: 200 },
        { as: null, body: {}, status: 401, code: "unauthenticated" },
      ];
    },
  },
} satisfies CallRows;
