import { describe, expect, test } from "vitest";
import type { EndpointName } from "@cuplaj/protocol/endpoints.ts";
import { startDrivenApi } from "../testing/api-document/driven-api.ts";

const { api, operations, drive } = await startDrivenApi();

/** Calls that do not set a state, each with the reason (ERR-6). */
const asksForNoState: Partial<Record<EndpointName, string>> = {
  ...{ login: "signs in", erpLogin: "signs in", embedLogin: "signs in, once by each token" },
  ...{ logout: "is by a session, which has ended", changePassword: "is by a password, which is another then" },
  ...{ confirmMail: "uses up a link", openMailLink: "uses up a link" },
  ...{ acceptInvitation: "uses up an invitation", offerSecondFactor: "uses up a code", proveSelf: "uses up a code" },
  ...{ confirmSecondFactor: "answers again where the secret is named (TFA-3a)" },
  ...{ addAccount: "makes one and tells its secret once", addToken: "makes one and tells it once" },
  ...{ giveAccess: "makes a secret and tells it once", createUpload: "makes one" },
  ...{
    appendUpload: "is as tus has it",
    removeUpload: "is as tus has it",
    signOutDevice: "is 404 for what is not theirs",
  },
  ...{ searchChats: "reads", sync: "reads", lookupUsers: "reads", playFile: "reads", viewInvitation: "reads" },
  ...{ authorizeChannel: "reads", authorizeChannels: "reads" },
};
const asksForState = operations.filter(
  ({ name, method }) => method !== "GET" && method !== "HEAD" && !(name in asksForNoState),
);

/** The contents of all tables, except when sessions and subscriptions were last used (PUSH-1c). */
async function everything(): Promise<string> {
  const { rows: tables } = await api.pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const used = name === "push_subscriptions" ? "created_at" : "last_used_at";
    const { rows } = await api.pool.query(`select (to_jsonb(one) - $1)::text as row from ${name} one order by 1`, [
      used,
    ]);
    texts.push(name, ...rows.map(({ row }) => row));
  }
  return texts.join("\n");
}

describe("a repeated call finds its state already set", () => {
  test.each(asksForState)(
    "[ERR-6] $name is 200, and changes nothing in database, audit log or events",
    async (operation) => {
      const { person, given, send } = drive(operation);
      const sent = await given();
      expect(await send(person, sent)).toMatch(/^20[01]$/u);
      const before = await everything();
      api.broadcasts.length = 0;
      api.noted.length = 0;
      expect(
        [await send(person, sent), await everything(), api.broadcasts, api.noted],
        "repeating a call changes nothing (ERR-6); one that sets no state goes into `asksForNoState`, with the reason",
      ).toEqual(["200", before, [], []]);
    },
  );
});
