import { password, type Person } from "../people.ts";
import { addFactor, addPending, offerTo } from "../staff-factors.ts";
import type { CallCase } from "./call-case.ts";
import type { CallWorld, Given } from "./call-world.ts";

const wrong = "000000";
const by = ({ token }: Person): Given => ({ headers: { authorization: `Bearer ${token}` } });
const ofCustomer = { as: "ana", status: 403, code: "forbidden" } as const;
const refused = { status: 422, code: "second_factor_refused" } as const;
const conflict = { status: 409, code: "conflict" } as const;
const required = { status: 403, code: "second_factor_required" } as const;

const withFactor = async ({ api }: CallWorld, person: Person): Promise<Given> => ({
  body: { password, code: (await addFactor(api, person)).code() },
});

/** Whose session has not given the second factor that there is. */
async function lacking({ api }: CallWorld): Promise<Given> {
  const person = await addPending(api);
  await addFactor(api, person);
  return by(person);
}

export const twoFactorCases = {
  viewSecondFactor: { as: "mia" },
  offerSecondFactor: {
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
    as: "mia",
    also: async (world) => [
      { ...by(await addPending(world.api)), ...conflict },
      { ...(await lacking(world)), body: { code: wrong }, ...refused },
    ],
  },
  proveSelf: {
    as: "mia",
    given: withFactor,
    also: async (world, mia) => [{ ...(await withFactor(world, mia)), body: { password, code: wrong }, ...refused }],
  },
  renewRecoveryCodes: {
    as: "mia",
    given: withFactor,
    also: async (world, mia) => [
      ofCustomer,
      { ...(await withFactor(world, mia)), body: { password, code: wrong }, ...refused },
      { ...by(world.api.people.vlad), ...conflict },
    ],
  },
} satisfies Record<string, CallCase>;
