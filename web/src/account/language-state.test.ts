import { describe, expect, test } from "vitest";
import type { Me } from "../state/entities.ts";
import { callError } from "../testing/call-errors.ts";
import { signedInAna } from "../testing/people.ts";
import { createTestApp, startAnasApp, type TestApp } from "../testing/test-app.ts";

const romanian: Me = { ...signedInAna, locale: "ro" };
const english: Me = { ...signedInAna, locale: "en", version: 2 };

const start = (self: Me = romanian): TestApp => startAnasApp(createTestApp(), [], self);
const choose = (app: TestApp, language: "ro" | "en"): void => app.dispatch({ type: "language/chosen", language });
const language = (app: TestApp): string => app.getState().language;
const saved = (app: TestApp): readonly string[] => app.asked("call-change-language").map((call) => call.language);

describe("[ACC-2] a language chosen while signed in", () => {
  test("[ACC-2] is saved on the server, once", () => {
    const app = start();
    choose(app, "en");
    choose(app, "en");
    expect(saved(app)).toEqual(["en"]);
    app.dispatch({ type: "account/language-saved", me: english });
    expect(language(app)).toBe("en");
    expect(app.getState().session).toMatchObject({ me: { locale: "en" } });
    expect(saved(app)).toEqual(["en"]);
  });

  test("[ACC-2] ends up as the last of several, whatever the responses in between", () => {
    const app = start();
    choose(app, "en");
    choose(app, "ro");
    app.dispatch({ type: "account/language-saved", me: english });
    expect(language(app)).toBe("ro");
    expect(saved(app)).toEqual(["en", "ro"]);
    app.dispatch({ type: "account/language-saved", me: { ...romanian, version: 3 } });
    expect(language(app)).toBe("ro");
    expect(saved(app)).toHaveLength(2);
  });

  test("[ACC-2] is saved again until that succeeds, even by the next visit", () => {
    const app = start();
    choose(app, "en");
    app.dispatch({ type: "account/language-failed", error: callError("offline") });
    app.clock.pass(2000);
    expect(saved(app)).toEqual(["en", "en"]);
    const later = createTestApp();
    choose(later, "en");
    later.forget();
    later.dispatch({ type: "session/restored", token: "anas-token", me: romanian });
    expect(saved(later)).toEqual(["en"]);
    expect(language(later)).toBe("en");
  });

  test("[ACC-2] is followed by other devices, unless they have an unsaved choice of their own", () => {
    const app = start();
    app.dispatch({ type: "session/me-loaded", me: english });
    expect(language(app)).toBe("en");
    expect(saved(app)).toEqual([]);
    const other = start();
    choose(other, "en");
    other.dispatch({ type: "account/language-failed", error: callError("offline") });
    other.dispatch({ type: "session/me-loaded", me: { ...romanian, version: 5 } });
    expect(language(other)).toBe("en");
  });
});

describe("[ACC-2a] signing in", () => {
  test("[ACC-2a] loads the saved language", () => {
    const app = createTestApp();
    app.dispatch({ type: "sign-in/accepted", token: "token", me: english });
    expect(language(app)).toBe("en");
    expect(saved(app)).toEqual([]);
  });

  test("[ACC-2a] saves the language chosen on this page before", () => {
    const app = createTestApp();
    choose(app, "en");
    app.dispatch({ type: "sign-in/accepted", token: "token", me: romanian });
    expect(language(app)).toBe("en");
    expect(saved(app)).toEqual(["en"]);
  });

  test("[ACC-2a] as somebody else drops the previous person's choice", () => {
    const app = start();
    choose(app, "en");
    app.dispatch({ type: "account/language-saved", me: english });
    app.dispatch({ type: "sign-out/asked", unsent: "delete" });
    app.dispatch({ type: "sign-in/accepted", token: "token", me: { ...romanian, id: 9 } });
    expect(language(app)).toBe("ro");
    expect(saved(app)).toEqual(["en"]);
  });
});

test.each(["enrol", "code", "password"] as const)(
  "[ACC-2a] a language chosen while %s is due is saved afterwards",
  (due) => {
    const app = createTestApp();
    app.dispatch({ type: "session/restored", token: "anas-token", me: { ...romanian, due } });
    choose(app, "en");
    expect([language(app), saved(app)]).toEqual(["en", []]);
    app.dispatch({ type: "session/me-loaded", me: romanian });
    expect([language(app), saved(app)]).toEqual(["en", ["en"]]);
  },
);
