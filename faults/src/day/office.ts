import { randomUUID } from "node:crypto";
import { ask } from "../clients/client-state.ts";
import { createAuthenticator } from "./authenticator.ts";
import { callOnce } from "./calls.ts";
import type { Errand } from "./errand.ts";
import { acceptInvitation, complete } from "./residents.ts";

const neverOpen = {
  ...{ time_zone: "Europe/Bucharest", week: Array.from({ length: 7 }, () => []), closures: [] },
  text: { ro: "Revenim curând.", en: "We will be back soon." },
};

/** Creates an account, changes everything about it, and disables it. */
export const administer: Errand = async ({ client: { state }, resident, random }) => {
  const proof = { password: resident.password, code: await resident.authenticator.code() };
  await ask(state, "POST", "/api/v1/me/proof", proof);
  const username = `nou-${randomUUID().slice(0, 8)}`;
  const asked = { type: "erp", role: "Operator", name: "Nou Venit", username, access: "invitation" };
  const { account, access } = (await ask(state, "POST", "/api/v1/admin/accounts", asked)).body;
  await spendFirstDay(state.address, access.secret);
  const path = `/api/v1/admin/accounts/${account.id}`;
  await ask(state, "PUT", `${path}/name`, { name: "Altul Venit" });
  await ask(state, "PUT", `${path}/mail`, { address: `${username}@day.example` });
  await ask(state, "PUT", `${path}/role`, { role: "Program" });
  const { id } = (await ask(state, "POST", "/api/v1/admin/tokens", { username, program: "Alt ERP" })).body;
  await ask(state, "DELETE", `/api/v1/admin/tokens/${id}`);
  await ask(state, "POST", `${path}/two-factor`);
  await ask(state, "POST", `${path}/access`, { kind: "temporary_password" });
  await ask(state, "POST", `${path}/sign-out`);
  await ask(state, "PUT", `${path}/disabled`, { disabled: true });
  await ask(state, "PUT", "/api/v1/admin/hours", { hours: random.pick([null, neverOpen]) });
  for (const page of ["admin/accounts/1?search=nou", "admin/tokens", "admin/installation", "admin/hours", "audit/1"])
    await ask(state, "GET", `/api/v1/${page}`);
};

/** Accepts the invitation, and sets up a second factor with new recovery codes. */
async function spendFirstDay(address: string, invitation: string): Promise<void> {
  const authenticator = createAuthenticator();
  const password = randomUUID();
  const signedIn = await acceptInvitation(address, invitation, password);
  const caller = { address, token: await complete(address, { authenticator }, signedIn) };
  const code = await authenticator.code();
  const path = "/api/v1/me/two-factor";
  const { recovery_codes: codes } = await callOnce(caller, "POST", `${path}/recovery`, { password, code });
  await callOnce(caller, "PUT", `${path}/recovery`, { code: codes[0] });
  await callOnce(caller, "GET", path);
}

/** Edits a message, and reads its earlier text. */
export const readEdits: Errand = async ({ client, resident, random }) => {
  await client.publish({ room: random.pick(resident.rooms), isRepeated: true });
  await client.change("edit");
  const { own } = client.state;
  for (const { room, id } of own) await ask(client.state, "GET", `/api/v1/chat/${room.id}/message/${id}/edits/1`);
};
