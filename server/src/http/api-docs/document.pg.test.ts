import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, test } from "vitest";
import type { Endpoint } from "@cuplaj/protocol/endpoint.ts";
import { type EndpointName, endpoints } from "@cuplaj/protocol/endpoints.ts";
import { badCalls, sendTooLong } from "../../testing/api-document/bad-calls.ts";
import type { CallCase } from "../../testing/api-document/call-case.ts";
import { callCases } from "../../testing/api-document/call-cases.ts";
import { type Given, makeCallWorld, sendCall } from "../../testing/api-document/call-world.ts";
import { type DocumentedAnswer, type Operation, readDocument } from "../../testing/api-document/documented-api.ts";
import type { Person } from "../../testing/people.ts";
import { addPending } from "../../testing/staff-factors.ts";
import { startTestApi } from "../../testing/test-api.ts";
import { usualLimits } from "../../testing/usual-limits.ts";

const api = await startTestApi({ twoFactor: "staff" });
const world = await makeCallWorld(api);
const { people, database } = api;
const pending = await addPending(api);
const document = (await (await fetch(`${world.origin}/api/v1/openapi.json`)).json()) as Record<string, unknown>;
const { operations, problemsOf, exampleProblems } = readDocument(document);

/** The same with so few calls at once that the second one meets its limit. */
const tight = await startTestApi({
  limits: {
    ...usualLimits,
    calls: {
      // A list of pairs forgets which names there are.
      rates: Object.fromEntries(
        Object.keys(usualLimits.calls.rates).map((name) => [name, { burst: 1, perSecond: 0.001 }]),
      ) as never,
      expensiveAnswers: 4,
    },
  },
});
const tightOrigin = await tight.app.listen({ port: 0, host: "127.0.0.1" });

/** What each call has answered. */
const seen = new Map<string, Set<string>>();

/** Holds an answer to the document; its status and code. */
function check({ name, method }: Operation, answer: DocumentedAnswer): string {
  expect(problemsOf(name, answer)).toEqual([]);
  const { code }: { code?: string } = answer.status < 400 ? {} : Object(answer.body);
  const hasCode = answer.status >= 400 && method !== "HEAD";
  const what = hasCode ? `${answer.status} ${code}` : String(answer.status);
  seen.set(name, (seen.get(name) ?? new Set()).add(what));
  return what;
}

/** Runs while somebody has exactly these permissions. */
async function withPermissions<T>(person: Person, permissions: readonly string[], run: () => Promise<T>): Promise<T> {
  const own = database.selectFrom("participant_roles").selectAll().where("participant_id", "=", person.id);
  const before = await own.execute();
  const assign = async (rows: typeof before): Promise<void> => {
    await database.deleteFrom("participant_roles").where("participant_id", "=", person.id).execute();
    if (rows.length > 0) await database.insertInto("participant_roles").values(rows).execute();
  };
  const role = `exactly ${permissions.join(" ")}`;
  await database
    .insertInto("roles")
    .values({ name: role, permissions: [...permissions] })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await assign([{ participant_id: person.id, role }]);
  try {
    return await run();
  } finally {
    await assign(before);
  }
}

/** Runs while somebody's password is a temporary one (USR-4). */
async function withTemporaryPassword<T>(person: Person, run: () => Promise<T>): Promise<T> {
  const set = async (isTemporary: boolean): Promise<unknown> =>
    await api.pool.query("update participants set has_temporary_password = $2 where id = $1", [person.id, isTemporary]);
  await set(true);
  try {
    return await run();
  } finally {
    await set(false);
  }
}

test("[DOC-1] the document is valid OpenAPI 3.1, has every call once, and every example is of its schema", async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
  expect(validator.version).toBe("3.1");
  expect(operations.map(({ name }) => name).toSorted()).toEqual(Object.keys(endpoints).toSorted());
  expect(exampleProblems()).toEqual([]);
});

test("[TFA-1a] these calls alone are taken while a sign-in is pending", () => {
  const named: [string, Endpoint][] = Object.entries(endpoints);
  const taken = named.filter(([, { takesPendingSignIn }]) => takesPendingSignIn === true).map(([name]) => name);
  expect(taken.toSorted()).toEqual(["confirmSecondFactor", "giveSecondFactor", "logout", "me", "offerSecondFactor"]);
});

describe.each(operations)("$method $path", (operation) => {
  const driveBy: CallCase = callCases[operation.name as EndpointName];
  const person = people[driveBy.as ?? "ana"];
  const given = async (): Promise<Given> => (await driveBy.given?.(world, person)) ?? {};
  const send = async (who: Person | null, sent: Given): Promise<string> =>
    check(operation, await world.send(operation, who, sent));

  test("[DOC-1a] answers its example, made real, to whoever has the permissions that it names and no others", async () => {
    const sent = await given();
    expect(await withPermissions(person, operation.permissions, () => send(person, sent))).toMatch(/^20[014]$/u);
  });

  test.skipIf(operation.permissions.length === 0).each([...operation.permissions])(
    "[DOC-1a] refuses who lacks %s",
    async (missing) => {
      const others = operation.permissions.filter((permission) => permission !== missing);
      const sent = await given();
      expect(await withPermissions(person, others, () => send(person, sent))).toMatch(/^40[34]/u);
    },
  );

  test("[DOC-1b] refuses who is nobody, what is foreign or absent, and what it cannot read, as documented", async () => {
    const sent = await given();
    if (operation.isGuarded) expect(await send(null, sent)).toMatch(/^401/u);
    if (operation.codes.includes("403 password_change_required"))
      expect(await withTemporaryPassword(person, () => send(person, sent))).toMatch(/^403/u);
    if (operation.statuses.includes("404"))
      for (const strange of strangeOf(driveBy, sent))
        expect(await send(driveBy.isOfAll === true ? person : people.ana, strange)).toMatch(/^404/u);
    for (const { code, ...bad } of badCalls(operation, sent)) {
      const answered = await send(person, bad);
      expect(operation.method === "HEAD" ? code : answered.slice(4)).toBe(code);
    }
    if (operation.statuses.includes("413"))
      expect(check(operation, await sendTooLong(world.origin, operation, person, sent))).toMatch(/^413/u);
  });

  const { takesPendingSignIn }: Endpoint = endpoints[operation.name as EndpointName];
  test.skipIf(!operation.isGuarded || takesPendingSignIn === true)(
    "[TFA-1a] refuses whose sign-in is pending, as documented",
    async () => {
      const refused = operation.method === "HEAD" ? /^403/u : /^403 second_factor_required/u;
      expect(await send(pending, await given())).toMatch(refused);
    },
  );

  test("[DOC-1b] has no answer but those that it names", async () => {
    const also = (await driveBy.also?.(world, person)) ?? [];
    for (const { status, code, as = driveBy.as ?? "ana", before, ...sent } of also) {
      await before?.();
      const who = as === null ? null : people[as];
      const expected = code === undefined ? String(status) : `${status} ${code}`;
      expect(await send(who, sent)).toBe(expected);
    }
  });

  test("[DOC-1b] answers 429 with Retry-After past its limit", async () => {
    tight.pass(1_000_000);
    const who = operation.isGuarded ? tight.people.ana : null;
    await sendCall(tightOrigin, operation, who);
    const answer = await sendCall(tightOrigin, operation, who);
    expect(check(operation, answer)).toMatch(/^429/u);
  });
});

/** A call with what its caller may not know of, and with what is not there. */
function strangeOf(driveBy: CallCase, sent: Given): readonly Given[] {
  const { foreign } = world;
  const absent = Object.fromEntries(Object.keys(foreign).map((name) => [name, absentOf(foreign[name])]));
  const strange = driveBy.foreign?.(world);
  if (strange !== undefined) return [strange];
  return (driveBy.isOfAll === true ? [absent] : [foreign, absent]).map((params) => ({ ...sent, params }));
}

/** An id of nothing, in the form of one that there is. */
const absentOf = (id: string | number | undefined): string | number => {
  if (typeof id === "number") return 987_654_321;
  return id?.startsWith("oferta.") === true ? "oferta.987654" : "0189d6a2-0000-7000-8000-00000000f11e";
};

/** What takes a broken server, a full disk or a checker to see; each has its tests elsewhere (ERR-2, MSG-3). */
const elsewhere = ["500 unexpected", "503 unavailable", "422 infected", "507 storage_full", "507 quota_full"];

test("[DOC-1b] every answer that the document names was given", () => {
  const missed = operations.flatMap(({ name, method, statuses, codes }) => {
    const named = method === "HEAD" ? statuses : [...statuses.filter((status) => Number(status) < 400), ...codes];
    const given = [...(seen.get(name) ?? []), ...elsewhere, ...(method === "HEAD" ? ["500", "503"] : [])];
    return named.filter((what) => !given.includes(what)).map((what) => `${name} ${what}`);
  });
  expect(missed).toEqual([]);
});
