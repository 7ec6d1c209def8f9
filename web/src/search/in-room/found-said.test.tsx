import type { LanguageCode } from "@cuplaj/protocol/participant.ts";
import { expect, test } from "vitest";
import { deleted, openWriting, updatedBy } from "../../testing/amends.ts";
import { callError } from "../../testing/call-errors.ts";
import { drawn } from "../../testing/drawn.tsx";
import { message } from "../../testing/people.ts";
import { found, searching as searchingIn } from "../../testing/searches.ts";
import type { TestApp } from "../../testing/test-app.ts";
import { FoundSaid } from "./found-said.tsx";

const old = message(1, 1, { text: "ambreiaj Sachs" });

function searching(text: string): TestApp {
  const app = openWriting([old, message(1, 2)]);
  app.dispatch({ type: "found/opened", roomId: 1 });
  app.dispatch({ type: "found/typed", text });
  app.dispatch({ type: "found/due" });
  return app;
}

function answered(text: string, seqs: readonly number[], hasMore = false, isPartial = false): TestApp {
  const app = searching(text);
  app.dispatch({ type: "found/page-loaded", roomId: 1, text, page: 1, seqs, hasMore, isPartial });
  return app;
}

const said = (app: TestApp, language: LanguageCode = "ro"): string =>
  drawn(app, <FoundSaid found={found(app)} />, language)
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");

const many = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => 1000 - i);

test.each([
  [1, "1 din 1 rezultat "],
  [2, "1 din 2 rezultate "],
  [20, "1 din 20 de rezultate "],
])("[FIND-4d] of %i results the bar shows which one it is at", (count, words) => {
  expect(said(answered("ambreiaj", many(count)))).toContain(words);
});

test("[FIND-4d] the bar shows whether there may be more than those known", () => {
  const words = said(answered("ambreiaj", many(50), true));
  expect(words).toContain("1 din peste 50 de rezultate");
  expect(words).toContain("1 din 50+");
});

test("[FIND-4d] the shown message is announced with its position", () => {
  expect(said(answered("ambreiaj", [1]))).toContain("1 din 1 rezultat. Radu Ion: ambreiaj Sachs");
});

test("[FIND-4d] an unmatched search is shown as it was understood", () => {
  expect(said(answered('1K0 615 301 "față dreapta" Plăcuțe', []))).toContain(
    "Nimic pentru codul 1k0615301, expresia „fata dreapta”, cuvântul „placute”.",
  );
  expect(said(answered('"front right" pads', []), "en")).toContain(
    "Nothing for the phrase “front right”, the word “pads”.",
  );
});

test("[FIND-4d] too few letters are reported", () => {
  const app = searching("am");
  expect(said(app)).toContain("cel puțin 3 litere sau cifre");
});

test("[FIND-4h][FIND-3r] an incomplete search, and the reason, are announced", () => {
  expect(said(answered("ambreiaj", [1], false, true))).toContain("Căutarea s-a oprit înainte de capăt");
  const failed = (code: "unexpected" | "offline"): string => {
    const app = searching("ambreiaj");
    app.dispatch({ type: "found/failed", roomId: 1, text: "ambreiaj", page: 1, error: callError(code) });
    return said(app);
  };
  expect(failed("unexpected")).toContain("Încearcă din nou");
  expect(failed("offline")).toContain("s-a căutat doar în mesajele încărcate aici");
  expect(failed("offline")).not.toContain("Încearcă din nou");
});

test("[FIND-4h] a visitor reads that only loaded messages were searched, without a useless retry", () => {
  const app = searchingIn("ambreiaj", { isMember: false });
  expect(said(app)).toContain("Nu ești în discuție: s-a căutat doar în mesajele încărcate aici.");
  expect(said(app)).toContain("1 din 2 rezultate");
  expect(said(app)).not.toContain("Încearcă din nou");
});

test("[FIND-4k] a shown message that was deleted is reported, and stepping continues from there", () => {
  const app = answered("ambreiaj", [2, 1]);
  app.dispatch({ type: "found/walked", step: 1, isInBar: true });
  expect(said(app)).not.toContain("șters");
  app.dispatch(updatedBy(3, deleted(old)));
  expect(said(app)).toContain("Mesajul găsit a fost șters între timp.");
  app.dispatch({ type: "found/walked", step: 1, isInBar: true });
  expect([app.getState().found?.seq, said(app).includes("șters")]).toEqual([2, false]);
});
