import { expect, test } from "vitest";
import { readRow } from "../../outbox/journal.ts";
import { openWriting, updatedBy } from "../../testing/amends.ts";
import { callError } from "../../testing/call-errors.ts";
import { message, received } from "../../testing/people.ts";
import type { TestApp } from "../../testing/test-app.ts";
import { quotedNow } from "./quoted.ts";

const question = message(1, 1, { text: "Aveți plăcuțe?" });

test("[REPLY-2] a reply goes with a draft's first message, as ids only, and frees the draft", () => {
  const app = openWriting([question]);
  app.dispatch({ type: "quotes/reply-asked", message: question });
  expect(app.asked("save-draft").at(-1)).toMatchObject({ text: "", target: { messageId: question.id, seq: 1 } });
  expect(JSON.stringify(app.asked("save-draft"))).not.toContain("plăcuțe");
  app.dispatch({ type: "outbox/send-asked", roomId: 1, text: "Da" });
  app.dispatch({ type: "outbox/send-asked", roomId: 1, text: "Pe stoc" });
  const replies = app.getState().pending[1]?.map(({ replyTo }) => replyTo?.messageId);
  expect([replies, app.getState().draftTargets]).toEqual([[question.id, undefined], {}]);
  expect(app.asked("call-publish")).toMatchObject([{ replyTo: { messageId: question.id, seq: 1 } }]);
});

test("[REPLY-2] the journal stores a pending message's reply target, and drops an unreadable one", () => {
  const app = openWriting([question]);
  app.dispatch({ type: "quotes/reply-asked", message: question });
  app.dispatch({ type: "outbox/send-asked", roomId: 1, text: "Da" });
  const [written] = app.asked("write-journal");
  const row: unknown = JSON.parse(JSON.stringify(written?.message));
  expect(JSON.stringify(row)).not.toContain("plăcuțe");
  expect(readRow(row)?.replyTo).toEqual({ messageId: question.id, seq: 1 });
  expect(readRow({ ...written?.message, replyTo: { messageId: "1" } })).not.toHaveProperty("replyTo");
  // Editing a failed message keeps its reply target.
  const { clientId } = written!.message;
  app.dispatch({ type: "outbox/publish-failed", roomId: 1, clientId, error: { ...refused, code: "invalid" } });
  app.dispatch({ type: "outbox/edit-asked", roomId: 1, clientId });
  expect(app.getState().draftTargets[1]).toEqual({ kind: "reply", messageId: question.id, seq: 1 });
});

const refused = { message: "", fieldErrors: {}, retryAfterSeconds: null };

const old = message(1, 3, { id: 7, text: "De demult", updatedSeq: 40 });
const name = { roomId: 1, messageId: 7, seq: 3 };
const answer = { epoch: "one", rooms: [], reset: [1], unread: {}, fresh: [], asked: {} };
const excerpt = (app: TestApp) => quotedNow(app.getState(), 1, name)?.excerpt;

test("[REPLY-3] a draft's quote missing from the history is loaded once, however far the log has moved on, and dropped on a reset", () => {
  const app = openWriting([message(1, 90)]);
  app.dispatch({ type: "quotes/wanted", ...name });
  app.dispatch({ type: "quotes/wanted", ...name });
  app.dispatch(received(message(1, 91)));
  app.dispatch({ type: "quotes/loaded", ...name, message: old });
  expect([app.asked("call-quoted").length, excerpt(app)]).toEqual([1, "De demult"]);
  app.dispatch({ type: "sync/answered", answer });
  expect([app.asked("call-quoted").length, app.getState().quoted]).toEqual([1, {}]);
  // The message is no longer quoted, so a late response brings nothing back.
  app.dispatch({ type: "quotes/loaded", ...name, message: old });
  expect(app.getState().quoted).toEqual({});
});

test("[REPLY-3] of a response and an event, the one with the message's newer version stays, in either order", () => {
  const app = openWriting([message(1, 90)]);
  app.dispatch({ type: "quotes/wanted", ...name });
  app.dispatch(updatedBy(91, { ...old, text: "Altfel" }));
  expect(excerpt(app)).toBe("Altfel");
  app.dispatch({ type: "quotes/loaded", ...name, message: old });
  expect([excerpt(app), app.asked("call-quoted").length]).toEqual(["Altfel", 1]);
  app.dispatch({ type: "quotes/loaded", ...name, message: { ...old, text: "Mai nou", updatedSeq: 95 } });
  app.dispatch(updatedBy(92, { ...old, text: "Între timp" }));
  expect(excerpt(app)).toBe("Mai nou");
});

test("[REPLY-3] a request in flight at a reset is repeated once, and the newer response stays", () => {
  const app = openWriting([message(1, 90)]);
  app.dispatch({ type: "quotes/wanted", ...name });
  app.dispatch({ type: "sync/answered", answer });
  expect(app.asked("call-quoted")).toHaveLength(2);
  app.dispatch({ type: "quotes/loaded", ...name, message: { ...old, text: "Mai nou", updatedSeq: 95 } });
  app.dispatch({ type: "quotes/loaded", ...name, message: old });
  expect([excerpt(app), app.asked("call-quoted").length]).toEqual(["Mai nou", 2]);
});

test("[REPLY-3][SYNC-8a] a failed quote is requested again after a wait, and no more once loaded", () => {
  const app = openWriting([message(1, 90)]);
  const asked = () => app.asked("call-quoted").length;
  app.dispatch({ type: "quotes/wanted", ...name });
  app.dispatch({ type: "quotes/failed", ...name, error: callError("timeout") });
  expect(asked()).toBe(1);
  app.clock.pass(2000);
  expect(asked()).toBe(2);
  app.dispatch({ type: "quotes/failed", ...name, error: callError("forbidden") });
  app.clock.pass(60_000);
  expect(asked()).toBe(2);
  app.dispatch({ type: "quotes/loaded", ...name, message: old });
  expect([excerpt(app), app.getState().failures]).toEqual(["De demult", {}]);
});

test("[REPLY-4] each followed quote is a step back, and leaving the room or going to its end drops them", () => {
  const app = openWriting([message(1, 1), message(1, 2), message(1, 3)]);
  const seqs = () => app.getState().wayBack?.seqs;
  app.dispatch({ type: "quotes/followed", roomId: 1, seq: 2, from: 3 });
  app.dispatch({ type: "quotes/followed", roomId: 1, seq: 1, from: 2 });
  expect([seqs(), app.getState().linkedMessage?.seq]).toEqual([[3, 2], 1]);
  app.dispatch({ type: "quotes/returned", roomId: 1 });
  expect([seqs(), app.getState().linkedMessage?.seq]).toEqual([[3], 2]);
  // The list may not have moved yet.
  app.dispatch({ type: "messages/end-changed", roomId: 1, isAtEnd: true });
  expect(seqs()).toEqual([3]);
  app.dispatch({ type: "messages/end-asked", roomId: 1 });
  expect(seqs()).toBeUndefined();
  app.dispatch({ type: "quotes/followed", roomId: 1, seq: 1, from: null });
  app.arriveAt("/");
  expect(app.getState().wayBack).toBeNull();
});
