import { expect, test } from "vitest";
import type { Message, MessageFile } from "../state/entities.ts";
import { openWriting } from "../testing/amends.ts";
import { callError } from "../testing/call-errors.ts";
import { drawn } from "../testing/drawn.tsx";
import { offerOf } from "../testing/offers.ts";
import type { OfferUpdate } from "../state/offer-entities.ts";
import { ana, mia, message, radu, room } from "../testing/people.ts";
import { createAnasApp, type TestApp } from "../testing/test-app.ts";
import { missingPictures, printedPicturesMax, printingStage } from "./printing-part.ts";
import { LoadedRoom, PrintedRoom } from "./printed-room.tsx";
import { QuietLines } from "../quiet-lines/quiet-lines.tsx";

const file: MessageFile = {
  name: "ambreiaj.jpg",
  bytes: 250_000,
  type: "image/jpeg",
  width: 800,
  height: 600,
  placeholder: null,
  path: "/files/1",
  previewPath: "/files/1/preview",
};

function printed(messages: readonly Message[], total = messages.length, app = createAnasApp(room(1))): TestApp {
  app.dispatch({ type: "printing/asked", roomId: 1 });
  app.dispatch({ type: "offers/loaded", offer: offerOf(10_001, { codes: ["624 3333 09"], vin: "TMBAG7NE0E0123456" }) });
  const lines = [{ seq: 2, kind: "joined" as const, person: mia }];
  const page = { seq: 10, messages, lines, isFull: false };
  app.dispatch({ type: "printing/page-loaded", roomId: 1, beforeSeq: null, page, total });
  return app;
}

const words = (markup: string): string =>
  markup
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll("&nbsp;", " ")
    // Hours depend on the machine's time zone.
    .replaceAll(/\b\d\d:00\b/g, "HH:00")
    .replaceAll(/\s+/g, " ");

const paper = (app: TestApp): string => words(drawn(app, <PrintedRoom roomId={1} Lines={QuietLines} />));

test("[PRINT-1] the offer comes first, then each day, author, time, text, quote and quiet line", () => {
  const quote = {
    messageId: 100_001,
    seq: 1,
    author: radu,
    excerpt: "Care e seria?",
    fileType: null,
    isDeleted: false,
  };
  const text = paper(
    printed([
      message(1, 1, { text: "Care e seria?" }),
      message(1, 3, { author: ana, text: "Iat-o", quote, editedAt: "2026-01-06T10:00:00.000Z" }),
      message(1, 4, { sentAt: "2026-01-06T09:00:00.000Z", text: "Mulțumesc" }),
    ]),
  );
  const order = [
    "Oferta 10001",
    "Škoda Octavia 2014",
    "TMBAG7NE0E0123456",
    "Preț fără TVA",
    "Total fără TVA",
    "624 3333 09",
    "Total de plată cu TVA",
    "5 ianuarie",
    "Radu Ion HH:00 Care e seria?",
    "Mia s-a alăturat",
    "Ana Pop HH:00 , modificat Radu Ion : Care e seria? Iat-o",
    "6 ianuarie",
    "Mulțumesc",
  ];
  const positions = order.map((each) => text.indexOf(each));
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  expect(positions).not.toContain(-1);
  expect(text).not.toContain("Cele mai noi");
});

test("[PRINT-1] the sheet states at the top what it omits", () => {
  const text = paper(printed([message(1, 9), message(1, 10)], 12_345));
  expect(text).toContain("Cele mai noi 2 mesaje din 12.345");
  expect(text.indexOf("12.345")).toBeLessThan(text.indexOf("Škoda"));
});

test("[PRINT-1b] the person who prints is named like everybody else", () => {
  const app = createAnasApp(room(1));
  app.dispatch({ type: "printing/asked", roomId: 1 });
  const update: OfferUpdate = {
    ...{ offerNumber: 10_001, version: 2, status: "sent", by: ana, changesTotal: 1 },
    changes: [{ what: "line_status", lineId: 1, from: "offered", to: "accepted" }],
  };
  const decision = { decision: "accept", isOnBehalf: false, at: "2026-01-05T09:00:00.000Z" } as const;
  const lines = [
    { seq: 1, kind: "joined", person: ana } as const,
    { seq: 2, kind: "offer", update } as const,
    { seq: 3, kind: "offer", update: { ...update, version: 3, decision } } as const,
  ];
  const page = { seq: 3, messages: [], lines, isFull: false };
  app.dispatch({ type: "printing/page-loaded", roomId: 1, beforeSeq: null, page, total: 0 });
  const text = paper(app);
  expect(text).toContain("Ana Pop s-a alăturat");
  expect(text.match(/Ana Pop a acceptat/g)).toHaveLength(2);
  expect(text).not.toMatch(/\b(Ai|Te-ai) /);
});

test("[PRINT-1] pictures load before printing, and a failed one is printed as name and size", () => {
  const lost = { ...file, name: "lipsă.jpg", path: "/files/2", previewPath: "/files/2/preview" };
  const app = printed([message(1, 1, { text: "", file }), message(1, 2, { text: "", file: lost })]);
  const stage = () => printingStage(app.getState(), 1);
  expect(app.asked("load-picture").map(({ path }) => path)).toEqual(["/files/1/preview", "/files/2/preview"]);
  expect([stage(), missingPictures(app.getState())]).toEqual(["loading", 2]);
  app.dispatch({ type: "files/picture-loaded", path: "/files/1/preview", source: "blob:made-up", bytes: 1000 });
  expect([stage(), missingPictures(app.getState())]).toEqual(["loading", 1]);
  app.dispatch({ type: "files/picture-failed", path: "/files/2/preview", error: callError("not_found") });
  expect(stage()).toBe("ready");
  expect(drawn(app, <PrintedRoom roomId={1} Lines={QuietLines} />)).toContain('<img src="blob:made-up"');
  expect(paper(app)).toContain("ambreiaj.jpg , 244 kB");
  expect(paper(app)).toContain("lipsă.jpg , 244 kB");
  app.dispatch({ type: "printing/ended" });
  expect(app.getState().pictures).toMatchObject({ "/files/1/preview": { wanted: 0 } });
});

test("[PRINT-1] at most the newest 100 pictures load", () => {
  const pictured = Array.from({ length: printedPicturesMax + 1 }, (_, i) =>
    message(1, i + 1, { file: { ...file, path: `/files/${i}`, previewPath: `/files/${i}/preview` } }),
  );
  const { printing } = printed(pictured).getState();
  expect([printing?.pictures.length, printing?.pictures[0]]).toEqual([100, "/files/1/preview"]);
});

test("[PRINT-4] a deleted message, and a quote of it, is not printed", () => {
  const gone = message(1, 1, { text: "", isDeleted: true });
  const quote = { messageId: gone.id, seq: 1, author: radu, excerpt: "", fileType: null, isDeleted: true };
  const text = paper(printed([gone, message(1, 3, { text: "Bine", quote })]));
  expect(text).toContain("Radu Ion HH:00 Mesaj șters");
  expect(text).toContain("Radu Ion : Mesaj șters Bine");
});

test("[PRINT-4] one's own deletion is not printed even while it can be undone, nor are quotes of it", () => {
  const own = message(1, 1, { author: ana, text: "secret" });
  const quote = { messageId: own.id, seq: 1, author: ana, excerpt: "secret", fileType: null, isDeleted: false };
  const messages = [own, message(1, 3, { quote })];
  const app = printed(messages, 2, openWriting(messages));
  expect(paper(app)).toContain("secret");
  app.dispatch({ type: "edits/delete-asked", message: own });
  expect(paper(app)).not.toContain("secret");
});

test("[PRINT-1] a loaded part is labelled as possibly incomplete, unless it is complete", () => {
  const app = createAnasApp(room(1, { cursor: 60 }));
  app.dispatch({ type: "room/selected", roomId: 1 });
  const page = { seq: 60, messages: Array.from({ length: 50 }, (_, i) => message(1, 11 + i)), isFull: true };
  app.dispatch({ type: "messages/newest-loaded", roomId: 1, page });
  const text = words(drawn(app, <LoadedRoom roomId={1} Lines={QuietLines} />));
  expect(text).toContain("Doar mesajele încărcate pe ecran: 50.");
  expect(text).toContain("Mesajul 60");
  app.dispatch({ type: "messages/older-asked", roomId: 1 });
  const older = { seq: 60, messages: Array.from({ length: 10 }, (_, i) => message(1, 1 + i)), isFull: false };
  app.dispatch({ type: "messages/older-loaded", roomId: 1, beforeSeq: 11, page: older });
  expect(words(drawn(app, <LoadedRoom roomId={1} Lines={QuietLines} />))).not.toContain("Doar mesajele");
});
