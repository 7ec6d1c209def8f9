import type { ManagedAccount } from "@cuplaj/protocol/admin.ts";
import type { AuditEntry } from "@cuplaj/protocol/audit.ts";
import { describe, expect, test } from "vitest";
import { callError } from "../testing/call-errors.ts";
import { createAnasApp, type TestApp } from "../testing/test-app.ts";
import type { AskedChange } from "./administration-shape.ts";

const account = (id: number, more: Partial<ManagedAccount> = {}): ManagedAccount => ({
  ...{ id, type: "agent", name: `Om ${id}`, username: `om${id}`, roles: ["Agent"], state: "active" },
  ...{
    has_temporary_password: false,
    has_second_factor: false,
    is_invited: false,
    mail_address: null,
    mail_bounced_at: null,
    sign_ins: 0,
    last_used_at: null,
    ...more,
  },
});
const entry = (id: number): AuditEntry => ({
  ...{ id, created_at: "2026-01-05T08:00:00.000Z", kind: "account.added", by: "command-line", person: null },
  ...{ address: null, about: null, detail: null, times: 1 },
});
const search = (app: TestApp, text: string, page = 1): void =>
  app.dispatch({ type: "administration/people-asked", search: text, page });
const found = (app: TestApp, question: string, ids: readonly number[], page = 1): void =>
  app.dispatch({ type: "administration/people-loaded", question, list: ids.map((id) => account(id)), total: 9, page });
const shown = (app: TestApp): readonly number[] => app.getState().administration.people.list.map(({ id }) => id);
const ask = (app: TestApp, asked: AskedChange): void => app.dispatch({ type: "administration/change-asked", asked });
const change = (app: TestApp) => app.getState().administration.change;
const disable = { kind: "disable", accountId: 1 } as const;

describe("the lists", () => {
  test("[ADM-7c] only the last search's results show, and a further page follows them", () => {
    const app = createAnasApp();
    search(app, "a");
    search(app, "an");
    found(app, "an", [1, 2]);
    found(app, "a", [1, 2, 3]);
    expect(shown(app)).toEqual([1, 2]);
    search(app, "an", 2);
    found(app, "an", [2, 4], 2);
    expect(shown(app)).toEqual([1, 2, 4]);
  });

  test("[ADM-7c] an entry shifted to the next page shows once, and another filter starts over", () => {
    const app = createAnasApp();
    const [all, one] = [{}, { person: 7 }];
    const asked = (question: object, page: number): void =>
      app.dispatch({ type: "administration/audit-asked", question, page });
    const loaded = (question: object, ids: readonly number[], page: number): void =>
      app.dispatch({ type: "administration/audit-loaded", question, list: ids.map(entry), total: 4, page });
    const entries = () => app.getState().administration.audit.list.map(({ id }) => id);
    asked(all, 1);
    loaded(all, [4, 3], 1);
    asked(all, 2);
    loaded(all, [3, 2], 2);
    expect(entries()).toEqual([4, 3, 2]);
    asked(one, 1);
    loaded(all, [1], 3);
    loaded(one, [2], 1);
    expect(entries()).toEqual([2]);
  });

  test("[ADM-7] a failed list is requested again from where it stopped", () => {
    const app = createAnasApp();
    search(app, "an");
    app.forget();
    app.dispatch({
      type: "administration/load-failed",
      section: "people",
      error: callError("unavailable"),
    });
    app.dispatch({ type: "retries/due", key: "administration.people" });
    expect(app.asked("call-people")).toEqual([{ type: "call-people", search: "an", page: 1 }]);
  });
});

describe("a change", () => {
  test("[ADM-7b] is one call at a time, and the account then matches the response", () => {
    const app = createAnasApp();
    search(app, "");
    found(app, "", [1, 2]);
    ask(app, disable);
    ask(app, disable);
    expect(app.asked("call-change")).toHaveLength(1);
    const disabled = account(1, { state: "disabled" });
    app.dispatch({ type: "administration/changed", asked: disable, account: disabled, secret: "o parolă", tokens: [] });
    expect(app.getState().administration.people.list[0]).toEqual(disabled);
    expect(change(app)).toMatchObject({ phase: "done", secret: "o parolă" });
    app.dispatch({ type: "administration/change-read" });
    expect(JSON.stringify(app.getState().administration)).not.toContain("o parolă");
  });

  test("[ADM-7a] shows nothing in another person's dialog after its own was closed, but updates the list", () => {
    const app = createAnasApp();
    search(app, "");
    found(app, "", [1, 2]);
    const [first, second] = [
      { kind: "temporary_password", accountId: 1 },
      { kind: "invitation", accountId: 2 },
    ] as const;
    ask(app, first);
    app.dispatch({ type: "administration/change-read" });
    ask(app, second);
    const changed = account(1, { has_temporary_password: true });
    app.dispatch({
      type: "administration/changed",
      asked: first,
      account: changed,
      secret: "parola altcuiva",
      tokens: [],
    });
    app.dispatch({ type: "administration/change-failed", asked: first, error: callError("unavailable") });
    expect(change(app)).toMatchObject({ asked: second, phase: "busy", error: null, secret: null });
    expect(app.getState().administration.people.list[0]).toEqual(changed);
    app.dispatch({ type: "administration/changed", asked: second, account: null, secret: "invitația", tokens: [] });
    expect(change(app)).toMatchObject({ phase: "done", secret: "invitația" });
  });

  test("[ADM-7b] is refused without a connection and not queued", () => {
    const app = createAnasApp();
    app.dispatch({ type: "connection/lost" });
    app.dispatch({ type: "connection/away-long" });
    ask(app, disable);
    expect([app.asked("call-change"), change(app)?.error?.code]).toEqual([[], "offline"]);
  });

  test("[ADM-7b] reloads the list if it may add people or details", () => {
    const app = createAnasApp();
    search(app, "an");
    const [end, add] = [
      { kind: "end-token", tokenId: 3 },
      { kind: "add-token", username: "radu", program: "ERP" },
    ] as const;
    ask(app, end);
    app.dispatch({ type: "administration/changed", asked: end, account: null, secret: null, tokens: [] });
    ask(app, add);
    app.dispatch({ type: "administration/changed", asked: add, account: null, secret: "token", tokens: [] });
    expect(app.asked("call-tokens")).toHaveLength(2);
  });
});
