import { randomBytes, randomUUID } from "node:crypto";
import { systemClock } from "../kernel/clock.ts";
import { hashToken } from "../sign-in/token.ts";
import { codeOf, stepAt } from "../two-factor/totp.ts";
import { addPerson, password, type Person } from "./people.ts";
import type { TestApi } from "./test-api.ts";

export interface Authenticator {
  readonly secret: Buffer;
  /** Returns the current code, or the code some steps later or earlier. */
  readonly code: (steps?: number) => string;
}

export const authenticatorOf = (secret: Buffer, now: () => number = () => systemClock.now()): Authenticator => ({
  secret,
  code: (steps = 0) => codeOf(secret, stepAt(now()) + steps),
});

export function secretOf(base32: string): Buffer {
  const bits = Array.from(base32, (letter) => letter).map((letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  );
  return Buffer.from((bits.join("").match(/.{8}/gu) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Gives a person a second factor, none of whose codes are used yet. */
export async function addFactor({ pool }: Pick<TestApi, "pool">, { id }: Pick<Person, "id">): Promise<Authenticator> {
  const secret = randomBytes(20);
  await pool.query("delete from second_factors where participant_id = $1", [id]);
  await pool.query("insert into second_factors (participant_id, secret, set_at, last_step) values ($1, $2, now(), 0)", [
    id,
    secret,
  ]);
  return authenticatorOf(secret);
}

export const factorPath = "/api/v1/me/two-factor";

type Calling = Pick<TestApi, "call">;

/** Signs a person in again by password; returns the session and the `user` of the response. */
export async function signInAnew({ call }: Calling, { username, kind, id, name }: Person) {
  const url = `/api/v1/${kind === "erp" ? "erp/" : ""}login`;
  const { body } = await call(null, "POST", url, { username, password });
  const person: Person = { id, name, username, kind, token: body.token };
  return { person, user: body.user };
}

/** Adds a person who set up a second factor through the API, with the code of the previous step. */
export async function enrol(api: Calling & Parameters<typeof addPending>[0], now?: () => number) {
  const { person } = await signInAnew(api, await addPending(api));
  const { body: offered } = await api.call(person, "POST", factorPath, {});
  const authenticator = authenticatorOf(secretOf(offered.secret), now);
  const { body } = await api.call(person, "PUT", factorPath, { code: authenticator.code(-1) });
  return { person, authenticator, recoveryCodes: body.recovery_codes as readonly string[] };
}

export const giveCode = ({ call }: Calling, person: Person, code: string) =>
  call(person, "POST", `${factorPath}/code`, { code });

export async function offerTo(
  { pool }: Pick<TestApi, "pool">,
  { token }: Pick<Person, "token">,
): Promise<Authenticator> {
  const secret = randomBytes(20);
  await pool.query("update tokens set offered_secret = $2 where hash = $1", [hashToken(token), secret]);
  return authenticatorOf(secret);
}

/** Adds an agent whose session still lacks its second factor. */
export async function addPending({
  database,
  pool,
  people,
}: Pick<TestApi, "database" | "pool" | "people">): Promise<Person> {
  const { rows } = await pool.query<{ password_hash: string }>("select password_hash from participants where id = $1", [
    people.mia.id,
  ]);
  const [{ password_hash: hash } = { password_hash: "none" }] = rows;
  const person = await addPerson(database, {
    kind: "agent",
    name: "Dan Pop",
    username: randomUUID(),
    role: "Agent",
    hash,
  });
  await pool.query("update tokens set second_factor_at = null where participant_id = $1", [person.id]);
  return person;
}
