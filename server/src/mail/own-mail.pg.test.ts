import { expect, test } from "vitest";
import { hashToken, makeToken } from "../sign-in/token.ts";
import { askForAddress, giveAddress } from "../testing/mail.ts";
import { startTestApi } from "../testing/test-api.ts";
import { stopToken } from "./stop-token.ts";

const api = await startTestApi();
const { people, call, pool, pass } = api;
const { ana, mihai, vlad, admin, radu } = people;
const mine = async (person = ana) => (await call(person, "GET", "/api/v1/me/mail")).body.mail;
const confirm = (link: string) => call(null, "POST", "/api/v1/mail/confirm", { link });
const none = { address: null, pending: null, is_wanted: true, bounced_at: null };

test("[MAIL-2] an address counts once its link is opened, once and within 72 hours, and replaces the earlier one", async () => {
  expect(await mine()).toEqual(none);
  const first = await askForAddress(api, ana, "ana@example.ro");
  expect(first.changed.body.mail).toEqual({ ...none, pending: "ana@example.ro" });
  expect((await confirm(first.link)).body).toEqual({ address: "ana@example.ro" });
  expect((await confirm(first.link)).status).toBe(404);
  const second = await askForAddress(api, ana, "service@example.ro");
  expect(await mine()).toEqual({ ...none, address: "ana@example.ro", pending: "service@example.ro" });
  pass(72 * 3_600_000);
  expect((await confirm(second.link)).status).toBe(404);
  expect((await mine()).address).toBe("ana@example.ro");
});

test("[MAIL-2] naming the confirmed address again withdraws a change that waits", async () => {
  const { link } = await askForAddress(api, ana, "alta@example.ro");
  const { body } = await call(ana, "PUT", "/api/v1/me/mail", { address: "ana@example.ro" });
  expect(body.mail).toEqual({ ...none, address: "ana@example.ro" });
  expect((await confirm(link)).status).toBe(404);
});

test("[MAIL-2][MAIL-2a] a newer link voids the older one, and a person gets at most one a minute", async () => {
  const older = await askForAddress(api, mihai, "m1@example.ro");
  const atOnce = await call(mihai, "PUT", "/api/v1/me/mail", { address: "m2@example.ro" });
  expect([atOnce.status, atOnce.body.code]).toEqual([429, "too_many_requests"]);
  expect(Number(atOnce.headers["retry-after"])).toBeGreaterThan(30);
  await askForAddress(api, mihai, "m2@example.ro");
  expect((await confirm(older.link)).status).toBe(404);
});

test.each([
  "ana",
  "ana@",
  "@example.ro",
  "a b@example.ro",
  "ana@example",
  "ana@example.ro\r\nBcc: b@example.ro",
  "Ana <ana@example.ro>",
  "a@b@example.ro",
  "ana@example.ro,b@example.ro",
  `${"a".repeat(250)}@example.ro`,
])("[MAIL-2] %j is no address", async (address) => {
  const { status, body } = await call(ana, "PUT", "/api/v1/me/mail", { address });
  expect([status, Object.keys(body.errors)]).toEqual([422, ["address"]]);
});

test("[MAIL-2a] nothing is stored if the relay does not take the confirmation", async () => {
  const failing = await startTestApi({ sendConfirmation: () => Promise.reject(new Error("away")) });
  const { status, body } = await failing.call(failing.people.ana, "PUT", "/api/v1/me/mail", {
    address: "a@example.ro",
  });
  expect([status, body.code]).toEqual([503, "unavailable"]);
  expect((await failing.call(failing.people.ana, "GET", "/api/v1/me/mail")).body.mail).toEqual(none);
});

test("[MAIL-1b] without a relay there is nothing to set", async () => {
  const without = await startTestApi({ sendConfirmation: null });
  expect((await without.call(without.people.ana, "GET", "/api/v1/me/mail")).body).toEqual({ mail: null });
  const { status } = await without.call(without.people.ana, "PUT", "/api/v1/me/mail", { is_wanted: false });
  expect(status).toBe(409);
});

test("[MAIL-2][MAIL-7] a person removes their address, and stops e-mails by a link that needs no sign-in", async () => {
  await giveAddress(api, vlad);
  const link = stopToken("a key of the tests", vlad.id);
  const form = await api.app.inject({
    method: "POST",
    url: `/api/v1/mail/stop/${link}`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: "List-Unsubscribe=One-Click",
  });
  expect([form.statusCode, form.json()]).toEqual([200, { stopped: true }]);
  expect((await mine(vlad)).is_wanted).toBe(false);
  const forged = `${ana.id}.${link.split(".")[1]}`;
  for (const other of [forged, `${link}x`, "1", "x.y"])
    expect((await call(null, "POST", `/api/v1/mail/stop/${other}`)).status).toBe(404);
  const wanted = await call(vlad, "PUT", "/api/v1/me/mail", { is_wanted: true });
  expect(wanted.body.mail.is_wanted).toBe(true);
  expect((await call(vlad, "PUT", "/api/v1/me/mail", { address: null })).body.mail).toEqual(none);
});

test("[MAIL-4] an administrator sets an address, which counts at once and forgets a returned e-mail; others may not", async () => {
  const path = `/api/v1/admin/accounts/${mihai.id}/mail`;
  const { rows: before } = await pool.query("select count(*) as n from audit where kind = 'account.mail-changed'");
  const { body } = await call(admin, "PUT", path, { address: "mihai@example.ro" });
  expect(body.account).toMatchObject({ mail_address: "mihai@example.ro", mail_bounced_at: null });
  await pool.query("update mail_addresses set bounced_at = now() where participant_id = $1", [mihai.id]);
  expect((await mine(mihai)).bounced_at).not.toBeNull();
  expect((await call(admin, "PUT", path, { address: "mihai@example.ro" })).body.account.mail_bounced_at).toBeNull();
  const { rows: after } = await pool.query("select count(*) as n from audit where kind = 'account.mail-changed'");
  expect(after[0].n - before[0].n).toBe(2);
  expect((await call(radu, "PUT", path, { address: null })).status).toBe(403);
  expect((await call(admin, "PUT", path, { address: null })).body.account.mail_address).toBeNull();
});

test("[MAIL-2][MAIL-8b] a returned e-mail is forgotten once the same address is confirmed again", async () => {
  await giveAddress(api, ana, "atelier@example.ro");
  await pool.query("update mail_addresses set bounced_at = now() where participant_id = $1", [ana.id]);
  await giveAddress(api, ana, "atelier@example.ro");
  expect(await mine()).toEqual({ ...none, address: "atelier@example.ro" });
});

test("[MAIL-3] a link that never existed opens nothing, nor one that has expired", async () => {
  const link = makeToken();
  await pool.query(
    "insert into mail_links (hash, participant_id, room_id, expires_at) values ($1, $2, 1, now() - interval '1 second')",
    [hashToken(link), ana.id],
  );
  for (const each of [link, "x", makeToken()])
    expect((await call(null, "POST", "/api/v1/mail/open", { link: each })).status).toBe(404);
});
