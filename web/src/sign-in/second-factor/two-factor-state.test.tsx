import { describe, expect, test } from "vitest";
import type { CallError, Me } from "../../state/entities.ts";
import { callError } from "../../testing/call-errors.ts";
import { drawn } from "../../testing/drawn.tsx";
import { mia, signedIn } from "../../testing/people.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { CodeForm } from "./code-form.tsx";
import type { AskedFactor } from "./two-factor-part.ts";
import { useFactor } from "./use-factor.ts";

const whole: Me = signedIn(mia);
const codes = ["k7mp-x3q2-r9tw", "k7mp-x3q3-r9tw"];
const confirming: AskedFactor = { kind: "confirm", secret: "JBSWY3DP", code: "492039" };
const conflict = callError("conflict");

function start(due?: NonNullable<Me["due"]>): TestApp {
  const app = createTestApp();
  app.dispatch({ type: "session/restored", token: "mias-token", me: due === undefined ? whole : { ...whole, due } });
  app.forget();
  return app;
}
const ask = (app: TestApp, asked: AskedFactor): void => app.dispatch({ type: "two-factor/asked", asked });
const fail = (app: TestApp, error: CallError): void => app.dispatch({ type: "two-factor/failed", error });
const dueIn = ({ getState }: TestApp) => {
  const { session } = getState();
  return session.phase === "signed-in" ? session.me.due : null;
};
const shownCodes = ({ getState }: TestApp) => getState().twoFactor?.codes;

describe("recovery codes", () => {
  test("[SIGN-6b] stay until stored, whatever is learned of the person", () => {
    const app = start("enrol");
    ask(app, confirming);
    app.dispatch({ type: "two-factor/answered", answer: { codes, me: whole } });
    expect([dueIn(app), shownCodes(app)]).toEqual([undefined, codes]);
    app.dispatch({ type: "language/chosen", language: "en" });
    app.dispatch({ type: "session/me-loaded", me: { ...whole, version: 2 } });
    app.dispatch({ type: "two-factor/closed" });
    expect(shownCodes(app)).toEqual(codes);
    app.dispatch({ type: "two-factor/codes-stored" });
    expect(shownCodes(app)).toBeUndefined();
  });

  test("[SIGN-6b] are shown even if the account dialog was closed before they arrived", () => {
    const app = start();
    ask(app, { kind: "renew", proof: { password: "demo", code: "492039" } });
    app.dispatch({ type: "two-factor/closed" });
    ask(app, { kind: "view" });
    app.dispatch({ type: "two-factor/answered", answer: { codes } });
    expect(shownCodes(app)).toEqual(codes);
  });
});

describe("recovery codes confirmed as stored", () => {
  test.each([
    ["offline", codes],
    ["conflict", "void"],
    ["forbidden", "void"],
  ] as const)("[SIGN-6b] leave the screen once the server knows: %s leaves %s", (code, shown) => {
    const app = start();
    app.dispatch({ type: "two-factor/answered", answer: { codes } });
    ask(app, { kind: "store", code: "k7mp-x3q2-r9tw" });
    fail(app, callError(code));
    expect(shownCodes(app)).toEqual(shown);
    app.dispatch({ type: "two-factor/codes-stored" });
    expect(shownCodes(app)).toBeUndefined();
  });
});

describe("a second factor set up by a call whose response was lost", () => {
  test("[SIGN-6c] is detected, and so are recovery codes that were not seen", () => {
    const app = start("enrol");
    ask(app, confirming);
    fail(app, conflict);
    expect(app.asked("call-me")).toHaveLength(1);
    app.dispatch({ type: "session/me-loaded", me: whole });
    expect([dueIn(app), shownCodes(app)]).toEqual([undefined, "unseen"]);
    app.dispatch({ type: "two-factor/codes-stored" });
    expect(shownCodes(app)).toBeUndefined();
  });

  test("[TFA-1b] if set up by another session, asks for its code", () => {
    const app = start("enrol");
    ask(app, confirming);
    fail(app, callError("second_factor_required"));
    app.dispatch({ type: "session/me-loaded", me: { ...whole, due: "code" } });
    expect([dueIn(app), app.getState().twoFactor]).toEqual(["code", null]);
  });

  test("[SIGN-6c] is not assumed while setup is still due, nor in the account", () => {
    const app = start("enrol");
    ask(app, confirming);
    fail(app, conflict);
    app.dispatch({ type: "session/me-loaded", me: { ...whole, due: "enrol" } });
    expect([shownCodes(app), app.getState().twoFactor?.error]).toEqual([undefined, conflict]);
    const other = start();
    ask(other, confirming);
    fail(other, conflict);
    other.dispatch({ type: "session/me-loaded", me: { ...whole, version: 2 } });
    expect([other.asked("call-me"), shownCodes(other)]).toEqual([[], undefined]);
  });
});

function GivenCode() {
  const error = useFactor().errorOf("give");
  return <CodeForm kind="code" label="" isBusy={false} error={error} onCode={() => undefined} />;
}

test.each([
  [3540, "peste 59 de minute"],
  [61, "peste 2 minute"],
])("[SIGN-6d] a wait of %i s is shown as %s, with its possible reason", (retryAfterSeconds, words) => {
  const app = start("code");
  ask(app, { kind: "give", code: "000000" });
  fail(app, { ...callError("too_many_requests"), retryAfterSeconds });
  const screen = drawn(app, <GivenCode />);
  expect(screen).toContain(words);
  expect(screen).toContain("cineva îți știe parola");
});
