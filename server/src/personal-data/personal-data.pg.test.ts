import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { erasedName } from "@cuplaj/protocol/erased-name.ts";
import { createFileStore } from "../files/storage/store.pg.ts";
import { Sweep } from "../files/storage/sweep.ts";
import { createSweepStore } from "../files/storage/sweep.pg.ts";
import { systemClock } from "../kernel/clock.ts";
import { silentLog } from "../kernel/log.ts";
import { createAccountStore } from "../participants/account-store.pg.ts";
import { createProgramTokenStore } from "../sign-in/program-tokens.pg.ts";
import { hashToken, makeToken } from "../sign-in/token.ts";
import { createActing } from "../testing/acting.ts";
import { findInDatabase } from "../testing/find-in-database.ts";
import { findBrokenInvariants } from "../testing/growth/check-growth.ts";
import { addOffer, addPerson, password, passwordHash, type Person } from "../testing/people.ts";
import { requestToSend } from "../testing/requests.ts";
import { findIndexProblems, indexForSearch } from "../testing/search-level.ts";
import { giveFile, objectsIn } from "../testing/stored-files.ts";
import { startTestApi } from "../testing/test-api.ts";
import { erasePerson } from "./erase-person.ts";
import { exportPerson } from "./export-person.ts";
import { otherTables, personTables } from "./person-tables.ts";
import { createPersonalDataStore } from "./store.pg.ts";

const api = await startTestApi();
const { people, call, pool, database, files } = api;
const { ana, radu, mia, admin } = people;
const { makeRoom, say, act, handOver, sync } = createActing(api);
const store = createPersonalDataStore(pool);
const folder = mkdtempSync(join(tmpdir(), "cuplaj-personal-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Makes a unique word of letters only, which search indexes as it is. */
const nonce = (): string =>
  `n${randomUUID()
    .replaceAll("-", "")
    .replaceAll(/\d/gu, (digit) => String.fromCodePoint(103 + Number(digit)))}`;
const content = Buffer.from(`the bytes of ${nonce()}`);

let offers = 70_000;

async function addCar(person: Person, name: string): Promise<void> {
  const car = { name, make: "Dacia", model: "", year: null, engine: "", vin: "", plate: "B 10 ABC", note: "" };
  expect((await call(person, "POST", "/api/v1/cars", car)).status).toBe(201);
}

/** Ends a request: a customer their own, others one of Ana. */
async function endRequest(
  person: Person,
  kind: "customer" | "agent",
  { asked, reason }: Record<"asked" | "reason", string>,
) {
  const [owner, state] = kind === "customer" ? [person, "withdrawn"] : [ana, "closed"];
  const body = requestToSend({ text: asked, items: [{ text: `Kit ${asked}`, qty: 1 }] });
  const { id } = (await call(owner, "POST", "/api/v1/requests", body)).body.chat.request;
  await call(person, "POST", "/api/v1/join", { type: 2, channel: id });
  expect((await call(person, "PUT", `/api/v1/requests/${id}`, { state, reason })).status).toBe(200);
}

/** Makes a person with a unique word in every place that can hold one, in a room with others. */
async function livePerson(kind: "customer" | "agent") {
  const words = { name: nonce(), username: nonce(), text: nonce(), edited: nonce(), file: nonce(), upload: nonce() };
  const ofCustomer = { asked: nonce(), car: nonce() };
  const more = { agent: nonce(), program: nonce(), endpoint: nonce(), note: nonce(), reason: nonce(), ...ofCustomer };
  const role = kind === "customer" ? "Customer" : "Agent";
  const names = { kind, role, name: `Ion ${words.name}`, username: words.username };
  const person = await addPerson(database, { ...names, hash: passwordHash });
  offers += 1;
  await addOffer(database, offers, kind === "customer" ? person.id : ana.id);
  let room = 0;
  for (const member of [person, ...(kind === "customer" ? [] : [ana]), radu, mia])
    room = (await call(member, "POST", "/api/v1/join", { type: 1, channel: offers })).body.chat.id;
  const other = kind === "customer" ? mia : ana;
  const first = await say(other, room, "Bună ziua");
  const message = await say(person, room, words.edited);
  await call(person, "PUT", `/api/v1/chat/${room}/message/${message.id}`, { message: words.text });
  await giveFile(api, message.id, { name: `${words.file}.pdf`, mime: "application/pdf", content });
  const reply = { message: "Sigur", reply_to: message.id };
  const answer = (await call(radu, "POST", `/api/v1/publish/${room}`, reply)).body.message;
  await say(person, room, "încă ceva");
  await act(person, room, first, "like");
  await act(mia, room, answer, "like");
  if (kind === "agent") {
    await act(person, room, first, "take-over");
    await handOver(person, room, mia.id, more.note);
    const held = await makeRoom([person]);
    await act(person, held.id, held.message, "take-over");
  }
  await endRequest(person, kind, more);
  await call(person, "POST", `/api/v1/pin/${room}`, { pinned: true });
  await call(person, "POST", `/api/v1/silence/${mia.id}/agent`, { silenced: true });
  await call(radu, "POST", `/api/v1/silence/${person.id}/${kind}`, { silenced: true });
  const begin = { "tus-resumable": "1.0.0", "upload-length": "10" };
  const named = { "upload-metadata": `filename ${Buffer.from(words.upload).toString("base64")}` };
  expect((await call(person, "POST", "/api/v1/uploads", undefined, { ...begin, ...named })).status).toBe(201);
  const headers = { "user-agent": more.agent };
  const signedIn = await call(null, "POST", "/api/v1/login", { username: person.username, password }, headers);
  expect(signedIn.status).toBe(200);
  const accounts = createAccountStore(pool);
  await createProgramTokenStore(pool).add({
    hash: hashToken(makeToken()),
    username: person.username,
    program: more.program,
  });
  await accounts.invite(person.username, { hash: hashToken(makeToken()), expiresAt: systemClock.now() + 60_000 });
  await pool.query(
    `insert into push_subscriptions (participant_id, token_hash, endpoint, origin, p256dh, auth)
     values ($1, $2, $3, 'https://push.example', '\\x00', '\\x00')`,
    [person.id, hashToken(person.token), `https://push.example/${more.endpoint}`],
  );
  await pool.query(
    "insert into audit (created_at, kind, by_kind, participant_id, name) values (now(), 'sign-in.succeeded', 'person', $1, $2)",
    [person.id, person.name],
  );
  if (kind === "customer") await addCar(person, more.car);
  await indexForSearch(pool);
  const absent = kind === "agent" ? Object.values(ofCustomer) : [more.note];
  const planted = Object.values({ ...words, ...more }).filter((word) => !absent.includes(word));
  return { person, room, first, message, answer, words, planted };
}

describe("the list of tables", () => {
  test("[PERS-1a] covers every table of the database, and every column that names a person", async () => {
    const { rows: tables } = await pool.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' order by 1",
    );
    const listed = [...Object.keys(personTables), ...Object.keys(otherTables)];
    expect(listed.toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
    const { rows: columns } = await pool.query<{ table: string; column: string }>(
      `select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.atttypid = 'bigint'::regtype and not a.attisdropped
         and (exists (select from pg_constraint f where f.contype = 'f' and f.confrelid = 'participants'::regclass
             and f.conrelid = c.oid and a.attnum = any(f.conkey))
           or a.attname ~ 'participant|person|author|customer|uploader|holder|silenced_id|handed|about|user'
           or c.relname = 'participants' and a.attname = 'id')`,
    );
    const named = Object.entries(personTables).flatMap(([table, { names }]) =>
      names.map((column) => `${table}.${column}`),
    );
    expect(columns.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(named.toSorted());
  });
});

describe("exporting", () => {
  test("[PERS-1] writes everything stored about a person, readable only by us, and no data of others", async () => {
    const { person, planted, message } = await livePerson("agent");
    const foreign = nonce();
    await say(ana, message.room_id, foreign);
    const target = join(folder, "agent");
    const end = await exportPerson(
      { store, files: createFileStore(pool), storages: files.storages },
      person.id,
      target,
    );
    expect(end).toMatchObject({ files: 1, lost: 0 });
    const names = readdirSync(target).filter((name) => name.endsWith(".json"));
    const text = names.map((name) => readFileSync(join(target, name), "utf8")).join("\n");
    for (const word of planted) expect(text).toContain(word);
    expect(text).not.toContain(foreign);
    expect(text).not.toContain("argon2id");
    for (const { hash } of (await pool.query<{ hash: Buffer }>("select hash from tokens")).rows)
      expect(text).not.toContain(hash.toString("hex"));
    const [file = ""] = readdirSync(join(target, "files"));
    expect(readFileSync(join(target, "files", file))).toEqual(content);
    const modes = [target, ...names.map((name) => join(target, name)), join(target, "files", file)];
    expect(new Set(modes.map((path) => statSync(path).mode & 0o077))).toEqual(new Set([0]));
    const { rows } = await pool.query("select about_id from audit where kind = 'account.exported'");
    expect(rows).toEqual([{ about_id: person.id }]);
  });

  test("[PERS-1a] includes audit entries by and about the person, without data of others", async () => {
    const { person } = await livePerson("agent");
    const [other, detail] = [nonce(), nonce()];
    const entry = (kind: string, by: number, about: number, more: string) =>
      pool.query(
        `insert into audit (created_at, kind, by_kind, participant_id, name, address, about_type, about_id, detail)
         values (now(), $1, 'person', $2, $3, '203.0.113.9', 'participant', $4, $5)`,
        [kind, by, by === person.id ? person.name : other, about, more],
      );
    await entry("account.role-changed", admin.id, person.id, "Operator");
    await entry("account.role-changed", person.id, ana.id, detail);
    await entry("account.disabled", admin.id, ana.id, other);
    const target = join(folder, "audited");
    await exportPerson({ store, files: createFileStore(pool), storages: files.storages }, person.id, target);
    const text = readFileSync(join(target, "audit.json"), "utf8");
    expect([text.includes(other), text.includes(detail)]).toEqual([false, false]);
    const changes = JSON.parse(text).filter(({ kind }: { kind: string }) => kind === "account.role-changed");
    const common = { by_kind: "person", about_type: "participant" };
    expect(changes).toEqual([
      expect.objectContaining({ ...common, about_id: person.id, detail: "Operator" }),
      expect.objectContaining({ ...common, participant_id: person.id, name: person.name, address: "203.0.113.9" }),
    ]);
    const absent = ["participant_id", "name", "address"].concat(["about_id", "detail"]);
    expect(absent.map((name) => changes.filter((each: object) => name in each).length)).toEqual([1, 1, 1, 1, 1]);
  });

  test("[PERS-1] writes files of any name, even longer than a disk allows", async () => {
    const { person, room } = await livePerson("agent");
    const sent = await say(person, room, "încă un fișier");
    await giveFile(api, sent.id, { name: `${"件".repeat(200)}.pdf`, mime: "application/pdf", content });
    const target = join(folder, "long-names");
    const parts = { store, files: createFileStore(pool), storages: files.storages };
    expect(await exportPerson(parts, person.id, target)).toMatchObject({ files: 2, lost: 0 });
    expect(readdirSync(join(target, "files"))).toHaveLength(2);
  });

  test("[PERS-1] refuses an existing folder", async () => {
    const parts = { store, files: createFileStore(pool), storages: files.storages };
    await expect(exportPerson(parts, ana.id, folder)).rejects.toThrow("EEXIST");
  });
});

describe.each(["customer", "agent"] as const)("erasing (%s)", (kind) => {
  test("[PERS-2][CAR-7] leaves nothing of the person in any row, and others' conversations as they were", async () => {
    const { person, room, first, message, answer, planted, words } = await livePerson(kind);
    for (const word of planted) expect(await findInDatabase(pool, word)).not.toEqual([]);
    const before = (await call(radu, "GET", `/api/v1/chat/${room}`)).body.chats[0];
    await erasePerson({ store, say: () => undefined }, person.id);
    for (const word of planted) expect([word, await findInDatabase(pool, word)]).toEqual([word, []]);

    const events = await sync(radu, room, 0);
    const after = (await call(radu, "GET", `/api/v1/chat/${room}`)).body.chats[0];
    expect(events.map(({ data }) => (data as { seq: number }).seq)).toHaveLength(after.last_seq);
    expect(events.slice(0, before.last_seq).length).toBe(before.last_seq);
    const history: (typeof message)[] = (await call(radu, "GET", `/api/v1/chat/${room}/1`)).body.data.messages;
    const byId = new Map(history.map((each) => [each.id, each]));
    expect(byId.get(first.id)).toMatchObject({ message: "Bună ziua", likes_total: 0 });
    expect(byId.get(message.id)).toMatchObject({ seq: message.seq, message: "", messages_file: null });
    expect(byId.get(message.id)?.[kind]).toEqual({ id: person.id, name: erasedName });
    expect(byId.get(answer.id)).toMatchObject({ message: "Sigur", likes_total: 1, reply_to: { deleted: true } });
    expect((await pool.query("select from rooms where holder_id = $1", [person.id])).rowCount).toBe(0);
    expect(JSON.stringify([after, history, events])).not.toContain(words.name);
    expect(await findBrokenInvariants(pool)).toEqual([]);
  });

  test("[PERS-2a] the person is signed out and out of the room, and nobody signs in or is found by their name", async () => {
    const { person, room, words } = await livePerson(kind);
    await erasePerson({ store, say: () => undefined }, person.id);
    expect((await call(person, "GET", "/api/v1/me")).status).toBe(401);
    const credentials = { username: person.username, password };
    expect((await call(null, "POST", "/api/v1/login", credentials)).status).toBe(422);
    const { members } = (await call(radu, "GET", `/api/v1/chat/${room}/members/1`)).body;
    expect(members.map(({ id }: { id: number }) => id)).not.toContain(person.id);
    await indexForSearch(pool);
    expect(await findIndexProblems(pool)).toEqual([]);
    expect((await call(admin, "POST", "/api/v1/search", { search: words.name })).body.chats).toEqual([]);
    const accounts = createAccountStore(pool);
    const erased = `erased ${person.id}`;
    expect(await Promise.all([accounts.enable(erased), accounts.disable(erased)])).toEqual([false, false]);
    expect((await accounts.list()).find(({ id }) => id === person.id)).toMatchObject({
      name: erasedName,
      isErased: true,
    });
  });

  test("[PERS-2] the files are removed from the storage by the next sweep", async () => {
    const { person, message } = await livePerson(kind);
    const { rows } = await pool.query<{ file_id: string }>("select file_id from messages where id = $1", [message.id]);
    const isThere = () => objectsIn(files.folder).some((name) => name.startsWith(rows[0]?.file_id ?? "none"));
    expect(isThere()).toBe(true);
    await erasePerson({ store, say: () => undefined }, person.id);
    const sweep = new Sweep({
      store: createSweepStore(pool),
      storages: files.storages,
      clock: systemClock,
      log: silentLog,
    });
    await sweep.sweep();
    await sweep.stop();
    expect(isThere()).toBe(false);
  });

  test("[PERS-2d] an erasure interrupted anywhere restarts by the same user name, and is audited once, without a name", async () => {
    const { person, planted } = await livePerson(kind);
    const steps = ["eraseInRoom", "eraseUploads", "finish"] as const;
    for (const step of steps) {
      const broken = { ...store, [step]: () => Promise.reject(new Error("killed")) };
      const found = await store.find(person.username.toUpperCase());
      await expect(erasePerson({ store: broken, say: () => undefined }, found?.id ?? 0)).rejects.toThrow("killed");
    }
    await erasePerson({ store, say: () => undefined }, (await store.find(person.username))?.id ?? 0);
    expect(await store.find(person.username)).toBeNull();
    for (const word of planted) expect([word, await findInDatabase(pool, word)]).toEqual([word, []]);
    const { rows } = await pool.query(
      "select by_kind, name, detail from audit where kind = 'account.erased' and about_id = $1",
      [person.id],
    );
    expect(rows).toEqual([{ by_kind: "command-line", name: null, detail: null }]);
  });
});
