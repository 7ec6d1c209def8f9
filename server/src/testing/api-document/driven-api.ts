import { expect } from "vitest";
import type { EndpointName } from "@cuplaj/protocol/endpoints.ts";
import type { Person } from "../people.ts";
import { startTestApi } from "../test-api.ts";
import type { CallRow } from "../calls/call-row.ts";
import { callRows } from "../calls/call-rows.ts";
import { type Given, makeCallWorld } from "./call-world.ts";
import { type DocumentedAnswer, type Operation, readDocument } from "./documented-api.ts";

/** Drives the API from its own document, and records what each call returned. */
export async function startDrivenApi() {
  const api = await startTestApi({ twoFactor: "staff" });
  const world = await makeCallWorld(api);
  const document = (await (await fetch(`${world.origin}/api/v1/openapi.json`)).json()) as Record<string, unknown>;
  const { operations, problemsOf, exampleProblems } = readDocument(document);
  const seen = new Map<string, Set<string>>();

  /** Checks a response against the document; returns its status and code. */
  function check({ name, method }: Operation, answer: DocumentedAnswer): string {
    expect(problemsOf(name, answer)).toEqual([]);
    const { code }: { code?: string } = answer.status < 400 ? {} : Object(answer.body);
    const hasCode = answer.status >= 400 && method !== "HEAD";
    const what = hasCode ? `${answer.status} ${code}` : String(answer.status);
    seen.set(name, (seen.get(name) ?? new Set()).add(what));
    return what;
  }

  /** Runs something while a person has exactly these permissions. */
  async function withPermissions<T>(person: Person, permissions: readonly string[], run: () => Promise<T>): Promise<T> {
    const own = api.database.selectFrom("participant_roles").selectAll().where("participant_id", "=", person.id);
    const before = await own.execute();
    const assign = async (rows: typeof before): Promise<void> => {
      await api.database.deleteFrom("participant_roles").where("participant_id", "=", person.id).execute();
      if (rows.length > 0) await api.database.insertInto("participant_roles").values(rows).execute();
    };
    const role = `exactly ${permissions.join(" ")}`;
    await api.database
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

  /** Prepares an operation's example: the person who sends it, the changes to it, and functions that send it. */
  function drive(operation: Operation) {
    const driveBy: CallRow = callRows[operation.name as EndpointName];
    const person = api.people[driveBy.as ?? "ana"];
    const given = async (): Promise<Given> => (await driveBy.given?.(world, person)) ?? {};
    const send = async (who: Person | null, sent: Given): Promise<string> =>
      check(operation, await world.send(operation, who, sent));
    /** Sends the example as a person with exactly the documented permissions. */
    const answerExample = async (): Promise<string> => {
      const sent = await given();
      return await withPermissions(person, operation.permissions, () => send(person, sent));
    };
    return { driveBy, person, given, send, answerExample };
  }

  return { api, world, document, operations, exampleProblems, seen, check, withPermissions, drive };
}
