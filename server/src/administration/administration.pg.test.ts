import { beforeEach, describe, expect, test } from "vitest";
import { Check } from "typebox/value";
import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import { createAccountStore } from "../participants/account-store.pg.ts";
import { createAuditStore } from "../audit/store.pg.ts";
import { noteBackup } from "../backups/last-backup.pg.ts";
import { password, type Person } from "../testing/people.ts";
import { adminRows } from "../testing/calls/admin-rows.ts";
import { asksOf } from "../testing/calls/ask.ts";
import { startTestApi } from "../testing/test-api.ts";

const { people, call, pool } = await startTestApi();
const { ana, mihai, radu, mia, vlad, admin } = people;
const audit = createAuditStore(pool);
const accountUrl = ({ id }: Pick<Person, "id">, what: string) => `/api/v1/admin/accounts/${id}/${what}`;
const signIn = (username: string, typed: string) => call(null, "POST", "/api/v1/login", { username, password: typed });
const statusOf = async (person: Person) => (await call(person, "GET", "/api/v1/me")).status;
const list = async (search = "", page = 1) =>
  (await call(admin, "GET", `/api/v1/admin/accounts/${page}?search=${encodeURIComponent(search)}`)).body;
const add = (more: object = {}) =>
  call(admin, "POST", "/api/v1/admin/accounts", {
    ...{ type: "agent", role: "Agent", name: "Oană Țîrlea", username: "oana", access: "invitation" },
    ...more,
  });

async function noted(): Promise<readonly (readonly [string, string, number | undefined, string | null])[]> {
  const entries = await audit.list({}, { skip: 0, take: 100 });
  return entries.toReversed().map(({ kind, by, person, detail }) => [kind, by, person?.id, detail]);
}
const byAdmin = (kind: string, detail: string | null = null) => [`account.${kind}`, "person", admin.id, detail];

beforeEach(async () => {
  await pool.query("truncate audit");
});

describe("the list of accounts", () => {
  test("[ADM-1] finds part of a name or user name, ignoring case and accents, and pages by name", async () => {
    expect((await add()).status).toBe(201);
    expect((await add({ name: "Ștefan Ene", username: "ene" })).status).toBe(201);
    for (const search of ["oana t", "ȚÎRLEA", "OANA", " țîr "]) {
      expect((await list(search)).accounts.map(({ username }: { username: string }) => username)).toEqual(["oana"]);
    }
    expect(await list("%")).toMatchObject({ accounts: [], total: 0 });
    const all = await list();
    const names: string[] = all.accounts.map(({ name }: { name: string }) => name);
    expect([all.total, names]).toEqual([names.length, names.toSorted(new Intl.Collator("ro").compare)]);
    expect((await list("", 2)).accounts).toEqual([]);
    expect(Check(endpoints.listAccounts.answers[200], all)).toBe(true);
  });
});

describe("a new account", () => {
  test("[ADM-2] has an invitation, shown once, by which the person chooses a password", async () => {
    const { status, body } = await add({ username: "ina" });
    expect([status, Check(endpoints.addAccount.answers[201], body)]).toEqual([201, true]);
    expect(body.account).toMatchObject({ username: "ina", roles: ["Agent"], is_invited: true, sign_ins: 0 });
    const chosen = { invitation: body.access.secret, password: "o parolă nouă" };
    expect((await call(null, "POST", "/api/v1/invitation", chosen)).body.user.id).toBe(body.account.id);
    expect((await list("ina")).accounts[0]).toMatchObject({ is_invited: false, sign_ins: 1 });
    expect(await noted()).toEqual([byAdmin("added", "Agent"), byAdmin("invited")]);
  });

  test("[ADM-2] may have a temporary password instead; neither is stored in plain text", async () => {
    const { body } = await add({ username: "temp", access: "temporary_password" });
    expect((await signIn("temp", body.access.secret)).body.user.has_temporary_password).toBe(true);
    const { rows } = await pool.query("select p::text, a::text from participants p, audit a");
    expect(JSON.stringify(rows)).not.toContain(body.access.secret);
  });

  test.each([
    [{ username: "ANA" }, 409, undefined],
    [{ username: "a b" }, 422, "username"],
    [{ username: "ana\u3164" }, 422, "username"],
    [{ name: "\u200b" }, 422, "name"],
    [{ name: `Ion${"\u0301".repeat(9)}` }, 422, "name"],
    [{ role: "Admin" }, 422, "role"],
    [{ type: "erp", role: "Agent" }, 422, "role"],
  ])("[ADM-2a][SEC-13b][SEC-13l] is not made with %j", async (more, status, field) => {
    const answer = await add({ username: "nimeni", ...more });
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([
      status,
      field === undefined ? [] : [field],
    ]);
    expect(await noted()).toEqual([]);
  });
});

test.each([
  ["GET", "/api/v1/admin/accounts/1?search=%00", undefined, "search"],
  ["POST", "/api/v1/admin/tokens", { username: "ra\0du", program: "ERP" }, "username"],
] as const)("[ERR-2e] %s %s with text that the database rejects is 422", async (method, url, body, field) => {
  const { status, body: answer } = await call(admin, method, url, body);
  expect([status, Object.keys(answer.errors)]).toEqual([422, [field]]);
});

describe("an account", () => {
  test("[ADM-3] is renamed, and a user name that is taken is refused", async () => {
    const renamed = await call(admin, "PUT", accountUrl(vlad, "name"), { name: " Vlad Nou ", username: "vladut" });
    expect(renamed.body.account).toMatchObject({ id: vlad.id, name: "Vlad Nou", username: "vladut" });
    expect((await call(admin, "PUT", accountUrl(vlad, "name"), { name: "V", username: "MIA" })).status).toBe(409);
    expect([await statusOf(vlad), await noted()]).toEqual([200, [byAdmin("renamed")]]);
  });

  test("[ADM-3] can change only its name or user name", async () => {
    const { id } = (await add({ username: "ion", name: "Ion" })).body.account;
    const rename = async (names: object) => (await call(admin, "PUT", accountUrl({ id }, "name"), names)).body.account;
    expect(await rename({ name: "Ion Pop" })).toMatchObject({ name: "Ion Pop", username: "ion" });
    expect(await rename({ username: "ion.pop" })).toMatchObject({ name: "Ion Pop", username: "ion.pop" });
    expect(await rename({})).toMatchObject({ name: "Ion Pop", username: "ion.pop" });
  });

  test("[ADM-2a] of two concurrent renames to one user name the second is refused as taken", async () => {
    const [first, second] = [
      (await add({ username: "unu" })).body.account,
      (await add({ username: "doi" })).body.account,
    ];
    const client = await pool.connect();
    await client.query("begin");
    await client.query("update participants set username = 'acelasi' where id = $1", [first.id]);
    const asked = call(admin, "PUT", accountUrl(second, "name"), { name: "X", username: "acelasi" });
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
    await client.query("commit");
    client.release();
    expect((await asked).status).toBe(409);
  });

  test("[ADM-3] gets another role of its kind", async () => {
    const changed = await call(admin, "PUT", accountUrl(radu, "role"), { role: "Admin" });
    expect([changed.body.account.roles, (await call(radu, "GET", "/api/v1/admin/tokens")).status]).toEqual([
      ["Admin"],
      200,
    ]);
    expect((await call(admin, "PUT", accountUrl(radu, "role"), { role: "Customer" })).status).toBe(422);
    expect((await call(admin, "PUT", accountUrl(radu, "role"), { role: "Operator" })).status).toBe(200);
    expect((await call(radu, "GET", "/api/v1/admin/tokens")).status).toBe(403);
  });

  test("[ADM-3] is disabled, which ends sign-ins and invitations, and enabled again", async () => {
    const disabled = await call(admin, "PUT", accountUrl(mihai, "disabled"), { disabled: true });
    expect([disabled.body.account.state, await statusOf(mihai)]).toEqual(["disabled", 401]);
    expect((await call(admin, "POST", accountUrl(mihai, "access"), { kind: "invitation" })).status).toBe(409);
    const enabled = await call(admin, "PUT", accountUrl(mihai, "disabled"), { disabled: false });
    expect([enabled.body.account.state, (await signIn("mihai", password)).status]).toEqual(["active", 200]);
    expect(await noted()).toEqual([byAdmin("disabled"), byAdmin("enabled")]);
  });

  test("[ADM-3] is signed out everywhere, and given a temporary password", async () => {
    const out = await call(admin, "POST", accountUrl(ana, "sign-out"));
    expect([out.body.account.sign_ins, await statusOf(ana)]).toEqual([0, 401]);
    const given = await call(admin, "POST", accountUrl(ana, "access"), { kind: "temporary_password" });
    expect(given.body.account.has_temporary_password).toBe(true);
    expect((await signIn("ana", given.body.access.secret)).status).toBe(200);
    expect(await noted()).toEqual([byAdmin("signed-out"), byAdmin("password-changed", "temporary")]);
  });

  test("[AUD-1c] has each change audited once and repetitions not at all, even if two requests are concurrent", async () => {
    const { id } = (await add({ username: "ada", name: "Ada", access: "temporary_password" })).body.account;
    const put = (what: string, body: object) => call(admin, "PUT", accountUrl({ id }, what), body);
    await pool.query("truncate audit");
    for (const [what, body] of [
      ["name", { name: "Ada Pop" }],
      ["role", { role: "Agent" }],
      ["disabled", { disabled: true }],
      ["disabled", { disabled: false }],
    ] as const) {
      const answers = [...(await Promise.all([put(what, body), put(what, body)])), await put(what, body)];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    }
    expect((await call(admin, "POST", accountUrl({ id }, "sign-out"))).status).toBe(200);
    expect(await noted()).toEqual([byAdmin("renamed"), byAdmin("disabled"), byAdmin("enabled")]);
  });

  test("[ADM-3a] one's own cannot be disabled or given another role or password, and an erased one cannot be changed", async () => {
    const calls = [
      ["PUT", "disabled", { disabled: true }],
      ["PUT", "role", { role: "Operator" }],
      ["POST", "access", { kind: "temporary_password" }],
    ] as const;
    for (const [method, what, body] of calls) {
      expect((await call(admin, method, accountUrl(admin, what), body)).status).toBe(409);
    }
    const own = { username: "ADMIN", program: "ERP" };
    expect((await call(admin, "POST", "/api/v1/admin/tokens", own)).status).toBe(409);
    await pool.query("update participants set erased_at = now(), disabled_at = now() where id = $1", [mia.id]);
    const others = [
      ["PUT", "name", { name: "Mia", username: "mia2" }],
      ["POST", "sign-out", undefined],
    ] as const;
    for (const [method, what, body] of [...calls, ...others]) {
      expect((await call(admin, method, accountUrl(mia, what), body)).status).toBe(409);
    }
    expect([await statusOf(admin), await noted()]).toEqual([200, []]);
  });
});

test("[ADM-4] a program's token is created for an account, shown once, listed without its secret, and revoked", async () => {
  const made = await call(admin, "POST", "/api/v1/admin/tokens", { username: "RADU", program: " ERP " });
  expect([made.status, await statusOf({ ...radu, token: made.body.token })]).toEqual([201, 200]);
  const { tokens } = (await call(admin, "GET", "/api/v1/admin/tokens")).body;
  expect(tokens[0]).toMatchObject({ id: made.body.id, username: "radu", program: "ERP" });
  expect(JSON.stringify(tokens)).not.toContain(made.body.token);
  expect((await call(admin, "DELETE", `/api/v1/admin/tokens/${made.body.id}`)).body).toEqual({ ended: true });
  expect((await call(admin, "DELETE", `/api/v1/admin/tokens/${made.body.id}`)).body).toEqual({ ended: true });
  expect((await call(admin, "DELETE", `/api/v1/admin/tokens/${made.body.id + 1}`)).status).toBe(404);
  const detail = String(made.body.id);
  expect(await noted()).toEqual([byAdmin("token-added", detail), byAdmin("token-revoked", detail)]);
});

test("[ADM-5] the overview has sizes, health and the start of the last backup", async () => {
  const view = async () => (await call(admin, "GET", "/api/v1/admin/installation")).body;
  const before = await view();
  expect([Check(endpoints.viewInstallation.answers[200], before), before.last_backup_at]).toEqual([true, null]);
  const room = (await call(radu, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;
  await call(radu, "POST", `/api/v1/publish/${room}`, { message: "salut" });
  await noteBackup(pool, "2026-11-23T02:00:00.000Z");
  const after = await view();
  expect(after).toMatchObject({ messages: before.messages + 1, last_backup_at: "2026-11-23T02:00:00.000Z" });
  expect([after.database_bytes > 1_000_000, after.bus, after.takes_writes]).toEqual([true, "up", true]);
});

const asks = asksOf(adminRows, { owner: ana, agentInside: mia, roomId: 1, messageId: 1 });
test.each(asks)("[ADM-7] $name is refused without users.manage", async ({ method, url, body }) => {
  for (const person of [radu, people.nou]) {
    expect(await call(person, method, url, body)).toMatchObject({ status: 403, body: { code: "forbidden" } });
  }
  expect((await call(null, method, url, body)).status).toBe(401);
});

test("[ADM-3b] commands and calls share stores, and their changes differ by actor", async () => {
  expect(await createAccountStore(pool).endSignIns("vladut")).toBe(true);
  expect([await statusOf(vlad), await noted()]).toEqual([
    401,
    [["account.signed-out", "command-line", undefined, null]],
  ]);
});

describe("calls that ask for the password again", () => {
  const proving: readonly (readonly ["POST" | "PUT", string, object?])[] = [
    [
      "POST",
      "/api/v1/admin/accounts",
      { type: "agent", role: "Agent", name: "O", username: "o", access: "invitation" },
    ],
    ["PUT", accountUrl(mihai, "role"), { role: "Customer" }],
    ["POST", accountUrl(mihai, "access"), { kind: "invitation" }],
    ["POST", accountUrl(mihai, "two-factor")],
    ["POST", "/api/v1/admin/tokens", { username: "mihai", program: "ERP" }],
  ];
  const statuses = async () => {
    const answers = await Promise.all(proving.map(async ([method, url, body]) => await call(admin, method, url, body)));
    return answers.map(({ status, body }) => (status < 300 ? "done" : `${status} ${body.code}`));
  };
  const moveProof = async (by: string) =>
    await pool.query("update tokens set proven_at = now() + $2::interval where participant_id = $1", [admin.id, by]);
  const forgetProof = () => moveProof("-10 minutes -1 second");
  const prove = (body: object, by: Person = admin) => call(by, "POST", "/api/v1/me/proof", body);
  const addProgram = async (by: Person, program: string) => {
    await add({ type: "erp", role: "Program", username: "erp" });
    return await call(by, "POST", "/api/v1/admin/tokens", { username: "erp", program });
  };

  test("[AUTH-11][AUTH-11a] accounts, roles, access and tokens need it after 10 minutes, and proveSelf gives it", async () => {
    await forgetProof();
    expect(new Set(await statuses())).toEqual(new Set(["403 proof_required"]));
    expect((await list("mihai")).accounts[0]).toMatchObject({ is_invited: false });
    expect((await call(admin, "GET", "/api/v1/admin/tokens")).status).toBe(200);
    expect((await prove({ password })).body).toEqual({ proven: true });
    expect(new Set(await statuses())).toEqual(new Set(["done"]));
  });

  test("[WAIT-1a] a proof is void once the clock is set back behind it", async () => {
    await moveProof("50 minutes");
    expect((await statuses())[0]).toBe("403 proof_required");
    await prove({ password });
    expect(await statuses()).not.toContain("403 proof_required");
  });

  test("[AUTH-11a][AUTH-3] a wrong password proves nothing, counts as a failed sign-in, and programs prove nothing", async () => {
    await forgetProof();
    const wrong = await prove({ password: "alta" });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ["password"]]);
    expect((await statuses())[0]).toBe("403 proof_required");
    await prove({ password });
    const program = { ...admin, token: (await addProgram(admin, "P")).body.token };
    for (const [method, url, body] of [...proving, ["POST", "/api/v1/me/proof", { password }] as const])
      expect((await call(program, method, url, body)).body.code).toBe("forbidden");
  });

  test("[ADM-4a] signing somebody out lists the tokens that they created, for any account", async () => {
    await call(admin, "PUT", accountUrl(radu, "role"), { role: "Admin" });
    const made = await addProgram(radu, "Al lui Radu");
    expect(made.status).toBe(201);
    const { status, body } = await call(admin, "POST", accountUrl(radu, "sign-out"));
    expect([status, Check(endpoints.signOutAccount.answers[200], body)]).toEqual([200, true]);
    expect(body.tokens).toMatchObject([{ id: made.body.id, username: "erp", program: "Al lui Radu" }]);
    expect(await statusOf({ ...admin, token: made.body.token })).toBe(200);
  });
});
