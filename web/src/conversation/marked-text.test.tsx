import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openWriting } from "../testing/amends.ts";
import { drawn } from "../testing/drawn.tsx";
import { offerOf } from "../testing/offers.ts";
import type { TestApp } from "../testing/test-app.ts";
import { MessageText } from "./message-text.tsx";

// Links compare their origin with this page's.
beforeAll(() => void vi.stubGlobal("location", { origin: "https://cuplaj.test" }));
afterAll(() => void vi.unstubAllGlobals());

/** The marked parts of a text while the room is being searched for `searched`. */
function marks(searched: string, text: string): readonly string[] {
  const markup = drawn(searching(searched), <MessageText text={text} isHit={false} />);
  return [...markup.matchAll(/<mark[^>]*>(.*?)<\/mark>/g)].map(([, words = ""]) => words);
}

function searching(text: string): TestApp {
  const app = openWriting();
  app.dispatch({ type: "offers/asked", offerNumber: 10_001 });
  app.dispatch({ type: "offers/loaded", offer: offerOf(10_001, { codes: ["1K0 615 301 AA"] }) });
  app.dispatch({ type: "found/opened", roomId: 1 });
  app.dispatch({ type: "found/typed", text });
  return app;
}

test("[FIND-4c] matches are marked in text, links, codes of the offer and phone numbers", () => {
  expect(marks("disc", "Discuri, disc față")).toEqual(["disc"]);
  expect(marks("piese", "vezi https://piese.ro/a sau piese.ro")).toEqual(["piese", "piese"]);
  expect(marks("615301", "codul 1K0 615 301 AA merge")).toEqual(["615 301"]);
  expect(marks("0722123", "sună la 0722 123 456")).toEqual(["0722 123"]);
});

test("[FIND-4c] a mark continues from text into an adjacent link or code", () => {
  expect(marks('"codul 1K0"', "codul 1K0 615 301 AA").join("")).toBe("codul 1K0");
});

test("[FIND-4c] the text stays the same, with its links and codes", () => {
  const text = "codul 1K0 615 301 AA la https://piese.ro";
  const plain = (markup: string): string => markup.replaceAll(/<\/?mark[^>]*>/g, "");
  const app = searching("615301");
  const found = drawn(app, <MessageText text={text} isHit={false} />);
  app.dispatch({ type: "found/closed" });
  expect(plain(found)).toBe(drawn(app, <MessageText text={text} isHit={false} />));
});

test("[FIND-4c] too few letters mark nothing", () => {
  expect(marks("di", "disc")).toEqual([]);
});

test("[FIND-4c] a long text is folded unless its match is shown", () => {
  const text = `${"rând\n".repeat(40)}ambreiaj`;
  const app = searching("ambreiaj");
  expect(drawn(app, <MessageText text={text} isHit={false} />)).toContain('data-folded="true"');
  expect(drawn(app, <MessageText text={text} isHit />)).toContain('data-folded="false"');
});
