import { messagesPerPage } from "@cuplaj/protocol/limits.ts";
import { expect, test } from "vitest";
import { messagesOf } from "../state/history/message-log.ts";
import type { Message } from "../state/entities.ts";
import { callError } from "../testing/call-errors.ts";
import { offerOf } from "../testing/offers.ts";
import { message, room } from "../testing/people.ts";
import { createAnasApp, type TestApp } from "../testing/test-app.ts";
import { printedMax, printingStage } from "./printing-part.ts";

const total = 2345;

function printingApp(): TestApp {
  const app = createAnasApp(room(1, { cursor: total }), room(2));
  app.dispatch({ type: "printing/asked", roomId: 1 });
  return app;
}

function answer(app: TestApp, given: { readonly seq?: number; readonly messages?: readonly Message[] } = {}): void {
  const { beforeSeq } = app.asked("call-printed-page").at(-1) ?? { beforeSeq: null };
  const { seq = total, messages = pageBefore(beforeSeq ?? total + 1) } = given;
  const page = { seq, messages, isFull: messages.length >= messagesPerPage };
  app.dispatch({ type: "printing/page-loaded", roomId: 1, beforeSeq, page, total });
}

const pageBefore = (seq: number): readonly Message[] =>
  Array.from({ length: Math.min(messagesPerPage, seq - 1) }, (_, i) => message(1, seq - 1 - i)).toReversed();

const stage = (app: TestApp) => printingStage(app.getState(), 1);
const calls = (app: TestApp) => app.asked("call-printed-page").map(({ beforeSeq }) => beforeSeq);
const offerLoaded = (app: TestApp): void =>
  app.dispatch({ type: "offers/loaded", offer: offerOf(10_001, { codes: ["624 3333 09"] }) });
const printed = (app: TestApp): readonly Message[] => {
  const { printing } = app.getState();
  return printing ? messagesOf(printing.log) : [];
};

test("[PRINT-1] the newest 2,000 messages load by 40 calls, one by one, plus the offer", () => {
  const app = printingApp();
  expect(app.asked("call-offer").map(({ offerNumber }) => offerNumber)).toEqual([10_001]);
  expect(calls(app)).toEqual([null]);
  for (let page = 1; page <= 40; page += 1) {
    expect(calls(app)).toHaveLength(page);
    answer(app);
  }
  expect(calls(app)).toHaveLength(40);
  expect(calls(app).slice(0, 3)).toEqual([null, total - 49, total - 99]);
  expect(printed(app).map(({ seq }) => seq)).toEqual(
    Array.from({ length: printedMax }, (_, i) => total - printedMax + 1 + i),
  );
  expect(app.getState().printing?.total).toBe(total);
  expect(stage(app)).toBe("loading");
  offerLoaded(app);
  expect(stage(app)).toBe("ready");
  app.dispatch({ type: "printing/cancelled" });
  expect(stage(app)).toBe("ready");
  app.dispatch({ type: "printing/ended" });
  expect(stage(app)).toBe("none");
});

test("[PRINT-1] a short conversation takes one call, and a hidden offer delays nothing", () => {
  const app = printingApp();
  answer(app, { messages: [message(1, 1), message(1, 2)] });
  expect(calls(app)).toEqual([null]);
  app.dispatch({ type: "offers/failed", offerNumber: 10_001, error: callError("not_found") });
  expect(stage(app)).toBe("ready");
});

test("[PRINT-2] cancelling stops further pages and drops those in flight", () => {
  const app = printingApp();
  answer(app);
  app.dispatch({ type: "printing/cancelled" });
  answer(app);
  expect(stage(app)).toBe("none");
  expect(calls(app)).toHaveLength(2);
  // After a restart, the response to the earlier request is ignored.
  app.dispatch({ type: "printing/asked", roomId: 1 });
  app.dispatch({
    type: "printing/page-loaded",
    roomId: 1,
    beforeSeq: total - 49,
    page: { seq: total, messages: pageBefore(total - 49), isFull: true },
    total,
  });
  expect(printed(app)).toEqual([]);
});

test("[PRINT-2] a failed page is requested again, automatically or by a press, and loaded pages stay", () => {
  const app = printingApp();
  offerLoaded(app);
  answer(app);
  const failed = (code: "unavailable" | "forbidden") =>
    app.dispatch({ type: "printing/page-failed", roomId: 1, beforeSeq: total - 49, error: callError(code) });
  failed("unavailable");
  expect(stage(app)).toBe("failed");
  app.clock.pass(2000);
  expect(stage(app)).toBe("loading");
  failed("forbidden");
  app.clock.pass(60_000);
  expect(stage(app)).toBe("failed");
  app.dispatch({ type: "printing/again-asked" });
  expect(stage(app)).toBe("loading");
  expect(calls(app)).toEqual([null, total - 49, total - 49, total - 49]);
  expect(printed(app)).toHaveLength(messagesPerPage);
});

test("[PRINT-2] a failed offer is requested again without the messages", () => {
  const app = printingApp();
  answer(app, { messages: [message(1, 1)] });
  app.dispatch({ type: "offers/failed", offerNumber: 10_001, error: callError("invalid") });
  expect(stage(app)).toBe("failed");
  app.dispatch({ type: "printing/again-asked" });
  expect(app.asked("call-offer")).toHaveLength(2);
  expect(calls(app)).toHaveLength(1);
  offerLoaded(app);
  expect(stage(app)).toBe("ready");
});

test("[PRINT-4] a text deleted during loading disappears, also from quotes, and a page read before that is loaded again", () => {
  const app = printingApp();
  const secret = message(1, total - 1, { text: "parola" });
  const quote = {
    messageId: secret.id,
    seq: secret.seq,
    author: { id: 2, name: "Radu Ion", kind: "erp" as const },
    excerpt: "parola",
    fileType: null,
    isDeleted: false,
  };
  const full = pageBefore(total - 1).slice(2);
  answer(app, { messages: [...full, secret, message(1, total, { quote })] });
  const seq = total + 1;
  const data = { ...secret, text: "", isDeleted: true, updatedSeq: seq };
  app.dispatch({
    type: "sync/events-received",
    events: [{ kind: "payload", origin: "live", roomId: 1, seq, name: "MessageUpdated", data }],
  });
  expect(JSON.stringify(app.getState().printing)).not.toContain("parola");
  expect(printed(app).find(({ seq: at }) => at === secret.seq)?.isDeleted).toBe(true);
  // The page requested before the deletion may still have the text.
  const before = calls(app).length;
  answer(app, { seq: total });
  expect(printed(app)).toHaveLength(messagesPerPage);
  expect(calls(app)).toHaveLength(before + 1);
  answer(app, { seq });
  expect(printed(app)).toHaveLength(2 * messagesPerPage);
});

test("[PRINT-4] events in other rooms do not affect printing", () => {
  const app = printingApp();
  const { printing } = app.getState();
  app.dispatch({ type: "edits/updated", message: message(2, 1), seq: 9 });
  expect(app.getState().printing).toBe(printing);
});

test("[PRINT-2] leaving the room ends printing", () => {
  const app = printingApp();
  app.dispatch({ type: "rooms/removed", roomId: 2 });
  expect(stage(app)).toBe("loading");
  app.dispatch({ type: "rooms/removed", roomId: 1 });
  expect(app.getState().printing).toBeNull();
});
