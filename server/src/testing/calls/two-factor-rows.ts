import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { expect, vi } from "vitest";
import { createProgramTokenStore } from "../../sign-in/program-tokens.pg.ts";
import { hashToken, makeToken } from "../../sign-in/token.ts";
import { hashRecoveryCode } from "../../two-factor/recovery-codes.ts";
import { password, type Person } from "../people.ts";
import { addFactor, addPending, offerTo } from "../staff-factors.ts";
import type { CallWorld, Given } from "../api-document/call-world.ts";
import { type CallRows, signedIn } from "./call-row.ts";

const wrong = "000000";
const by = ({ token }: Person): Given => ({ headers: { authorization: `Bearer ${token}` } });
const ofCustomer = { as: "ana", status: 403, code: "forbidden" } as const;
const refused = { status: 422, code: "second_factor_refused" } as const;
const conflict = { status: 409, code: "conflict" } as const;
const required = { status: 403, code: "second_factor_required" } as const;

const withFactor = async ({ api }: CallWorld, person: Person): Promise<Given> => ({
  body: { password, code: (await addFactor(api, person)).code() },
});

/** Gives the person one new and one old recovery code. */
async function withNewCode({ api }: CallWorld, person: Person): Promise<Given> {
  await addFactor(api, person);
  await api.pool.query("insert into recovery_codes values ($1, $2, false), ($1, $3, true)", [
    person.id,
    hashRecoveryCode("old"),
    hashRecoveryCode("new"),
  ]);
  return { body: { code: "new" } };
}

/** Makes a session for which an existing second factor was not entered. */
async function lacking({ api }: CallWorld): Promise<Given> {
  const person = await addPending(api);
  await addFactor(api, person);
  return by(person);
}

async function asProgram({ api }: CallWorld, person: Person): Promise<Given> {
  const token = makeToken();
  const { username } = person;
  await createProgramTokenStore(api.pool).add({ hash: hashToken(token), username, program: "ERP" });
  return by({ ...person, token });
}

/** Removes a second factor, but commits only once a call is waiting for that. */
async function removeMeanwhile({ api }: CallWorld, { id }: Person): Promise<void> {
  const remover = await api.pool.connect();
  await remover.query("begin");
  await remover.query("delete from second_factors where participant_id = $1", [id]);
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  void vi
    .waitFor(async () => expect((await api.pool.query(waiting)).rowCount).toBe(1), patient)
    .then(async () => await remover.query("commit"))
    .finally(() => {
      remover.release();
    });
}

const proof = { password: "alta", code: "123456" };
const ofStaff = (status: number): string => `401 403 403 ${Array(7).fill(status).join(" ")} 403`;

/** TFA: calls for staff, but not for programs. In access tests nobody has a second factor yet, and no session lacks one. */
export const twoFactorRows = {
  viewSecondFactor: {
    access: { statuses: signedIn(200) },
    as: "mia",
  },
  offerSecondFactor: {
    access: { body: proof, statuses: ofStaff(409) },
    as: "mia",
    given: withFactor,
    also: async (world, mia) => [
      ofCustomer,
      { ...(await lacking(world)), ...required },
      { ...(await withFactor(world, mia)), body: { password, code: wrong }, ...refused },
      { ...by(world.api.people.vlad), ...conflict },
    ],
  },
  confirmSecondFactor: {
    access: { body: { code: "123456" }, statuses: ofStaff(409) },
    as: "mia",
    given: async ({ api }, mia) => ({ body: { code: (await offerTo(api, mia)).code() } }),
    also: async (world, mia) => {
      await offerTo(world.api, mia);
      return [
        ofCustomer,
        { ...(await lacking(world)), ...required },
        { body: { code: wrong }, ...refused },
        { ...by(world.api.people.vlad), ...conflict },
      ];
    },
  },
  giveSecondFactor: {
    access: { body: { code: "123456" }, statuses: signedIn(200) },
    as: "mia",
    also: async (world) => [
      { ...by(await addPending(world.api)), ...conflict },
      { ...(await lacking(world)), body: { code: wrong }, ...refused },
    ],
  },
  proveSelf: {
    access: { body: proof, statuses: "401 422 422 422 422 422 422 422 422 422 403" },
    as: "mia",
    given: withFactor,
    also: async (world, mia) => {
      const right = await withFactor(world, mia);
      return [
        { body: { password, code: wrong }, ...refused },
        { ...(await asProgram(world, mia)), body: right.body, status: 403, code: "forbidden" },
        { ...right, before: () => removeMeanwhile(world, mia), ...conflict },
      ];
    },
  },
  renewRecoveryCodes: {
    access: { body: proof, statuses: ofStaff(409) },
    as: "mia",
    given: withFactor,
    also: async (world, mia) => [
      ofCustomer,
      { ...(await withFactor(world, mia)), body: { password, code: wrong }, ...refused },
      { ...by(world.api.people.vlad), ...conflict },
    ],
  },
  storeRecoveryCodes: {
    access: { body: { code: "123456" }, statuses: ofStaff(409) },
    as: "mia",
    given: withNewCode,
    also: () => [ofCustomer, { body: { code: wrong }, ...conflict }],
  },
} satisfies CallRows;
