import { describe, expect, test } from "vitest";
import type { Endpoint } from "@cuplaj/protocol/endpoint.ts";
import { type EndpointName, endpoints } from "@cuplaj/protocol/endpoints.ts";
import { badCalls, sendTooLong } from "../../testing/api-document/bad-calls.ts";
import { type Given, sendCall } from "../../testing/api-document/call-world.ts";
import { startDrivenApi } from "../../testing/api-document/driven-api.ts";
import type { CallRow } from "../../testing/calls/call-row.ts";
import type { Person } from "../../testing/people.ts";
import { addPending } from "../../testing/staff-factors.ts";
import { startTestApi } from "../../testing/test-api.ts";
import { usualLimits } from "../../testing/usual-limits.ts";

const { api, world, operations, seen, check, withPermissions, drive } = await startDrivenApi();
const { people } = api;
const pending = await addPending(api);

const tight = await startTestApi({
  limits: {
    ...usualLimits,
    calls: {
      // `Object.fromEntries` loses the type of its keys.
      rates: Object.fromEntries(
        Object.keys(usualLimits.calls.rates).map((name) => [name, { burst: 1, perSecond: 0.001 }]),
      ) as never,
      expensiveAnswers: 4,
    },
  },
});
const tightOrigin = await tight.app.listen({ port: 0, host: "127.0.0.1" });

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

describe.each(operations)("$method $path", (operation) => {
  const { driveBy, person, given, send, answerExample } = drive(operation);

  test("[DOC-1a] its example succeeds", async () => {
    expect(await answerExample()).toMatch(/^20[014]$/u);
  });

  test.skipIf(operation.permissions.length === 0).each([...operation.permissions])(
    "[DOC-1a] refuses callers without %s",
    async (missing) => {
      const others = operation.permissions.filter((permission) => permission !== missing);
      const sent = await given();
      expect(await withPermissions(person, others, () => send(person, sent))).toMatch(/^40[34]/u);
    },
  );

  test("[DOC-1a] refuses signed-out callers, foreign and absent things, and unreadable input as documented", async () => {
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
    "[TFA-1a] refuses pending sign-ins as documented",
    async () => {
      const refused = operation.method === "HEAD" ? /^403/u : /^403 second_factor_required/u;
      expect(await send(pending, await given())).toMatch(refused);
    },
  );

  test("[DOC-1a] returns only documented responses", async () => {
    const also = (await driveBy.also?.(world, person)) ?? [];
    for (const { status, code, as = driveBy.as ?? "ana", before, ...sent } of also) {
      await before?.();
      const who = as === null ? null : people[as];
      const expected = code === undefined ? String(status) : `${status} ${code}`;
      expect(await send(who, sent)).toBe(expected);
    }
  });

  test("[DOC-1a] returns 429 with Retry-After beyond its limit", async () => {
    tight.pass(1_000_000);
    const who = operation.isGuarded ? tight.people.ana : null;
    await sendCall(tightOrigin, operation, who);
    const answer = await sendCall(tightOrigin, operation, who);
    expect(check(operation, answer)).toMatch(/^429/u);
  });
});

/** Returns variants of the call that name other people's things or things that do not exist. */
function strangeOf(driveBy: CallRow, sent: Given): readonly Given[] {
  const { foreign } = world;
  const absent = Object.fromEntries(Object.keys(foreign).map((name) => [name, absentOf(foreign[name])]));
  const strange = driveBy.foreign?.(world);
  if (strange !== undefined) return [strange];
  return (driveBy.isOfAll === true ? [absent] : [foreign, absent]).map((params) => ({ ...sent, params }));
}

const absentOf = (id: string | number | undefined): string | number => {
  if (typeof id === "number") return 987_654_321;
  return id?.startsWith("oferta.") === true ? "oferta.987654" : "0189d6a2-0000-7000-8000-00000000f11e";
};

/** These need a broken server, a full disk or a checker; other tests cover them (ERR-2, MSG-3). */
const elsewhere = ["500 unexpected", "503 unavailable", "422 infected", "507 storage_full", "507 quota_full"];

test("[DOC-1a] every documented response occurred", () => {
  const missed = operations.flatMap(({ name, method, statuses, codes }) => {
    const named = method === "HEAD" ? statuses : [...statuses.filter((status) => Number(status) < 400), ...codes];
    const given = [...(seen.get(name) ?? []), ...elsewhere, ...(method === "HEAD" ? ["500", "503"] : [])];
    return named.filter((what) => !given.includes(what)).map((what) => `${name} ${what}`);
  });
  expect(missed).toEqual([]);
});
