import { expect, test } from "vitest";
import { pendingOf } from "../messages/pending-messages.ts";
import type { CallError } from "../state/entities.ts";
import { room } from "../testing/people.ts";
import { createAnasChat, type TestChat } from "../testing/test-chat.ts";

const refused: CallError = { code: "invalid", message: "", fieldErrors: {}, retryAfterSeconds: null };

/** Ana, who has written these to room 1. */
function opened(...written: string[]): TestChat {
  const chat = createAnasChat(room(1), room(2));
  chat.forget();
  for (const text of written) chat.dispatch({ type: "messages/send-asked", roomId: 1, text });
  return chat;
}

const pending = (chat: TestChat) => pendingOf(chat.getState(), 1);
const statuses = (chat: TestChat): string[] => pending(chat).map(({ status }) => status);
const published = (chat: TestChat): string[] => chat.asked("call-publish").map(({ text }) => text);
const sentId = (chat: TestChat): string => chat.asked("call-publish").at(-1)!.clientId;

const fail = (chat: TestChat): void =>
  chat.dispatch({ type: "messages/publish-failed", roomId: 1, clientId: sentId(chat), error: refused });

test("[SEND-5c] editing takes the text into the composer; a draft is stashed, and comes back after sending", () => {
  const chat = opened("greșit");
  fail(chat);
  chat.dispatch({ type: "messages/draft-written", roomId: 1, text: "ciornă lungă" });
  chat.dispatch({ type: "messages/edit-asked", roomId: 1, clientId: sentId(chat) });
  expect(statuses(chat)).toEqual([]);
  expect([chat.getState().drafts, chat.getState().stashedDrafts]).toEqual([{ 1: "greșit" }, { 1: "ciornă lungă" }]);
  const saved = () => chat.asked("save-draft").map(({ kind, text }) => `${kind}: ${text}`);
  expect(saved().slice(-2)).toEqual(["stash: ciornă lungă", "draft: greșit"]);
  chat.dispatch({ type: "messages/send-asked", roomId: 1, text: "corect" });
  expect([chat.getState().drafts, chat.getState().stashedDrafts]).toEqual([{ 1: "ciornă lungă" }, {}]);
  expect(saved().slice(-2)).toEqual(["draft: ciornă lungă", "stash: "]);
  expect(published(chat)).toEqual(["greșit", "corect"]);
});

test("[SEND-5c] editing two in a row, and changing drafts with one another, loses none of them", () => {
  const chat = opened("unu", "doi");
  fail(chat);
  fail(chat);
  const [first, second] = pending(chat);
  chat.dispatch({ type: "messages/draft-written", roomId: 1, text: "ciorna" });
  chat.dispatch({ type: "messages/edit-asked", roomId: 1, clientId: first!.clientId });
  chat.dispatch({ type: "messages/edit-asked", roomId: 1, clientId: second!.clientId });
  expect([chat.getState().drafts, chat.getState().stashedDrafts]).toEqual([{ 1: "doi" }, { 1: "unu\n\nciorna" }]);
  chat.dispatch({ type: "drafts/swapped", roomId: 1 });
  expect([chat.getState().drafts, chat.getState().stashedDrafts]).toEqual([{ 1: "unu\n\nciorna" }, { 1: "doi" }]);
});

test("[SEND-6] a draft written or sent in another tab shows here, and is neither stored again nor whispered", () => {
  const chat = opened();
  const change = (text: string): void =>
    chat.dispatch({ type: "drafts/changed-elsewhere", roomId: 2, kind: "draft", text });
  change("scris dincolo");
  expect(chat.getState().drafts).toEqual({ 2: "scris dincolo" });
  change("");
  expect(chat.getState().drafts).toEqual({});
  expect([...chat.asked("save-draft"), ...chat.asked("whisper-typing")]).toEqual([]);
});
