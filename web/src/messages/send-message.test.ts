import { expect, test } from "vitest";
import type { CallError } from "../state/entities.ts";
import { ana, message, room } from "../testing/people.ts";
import { createAnasChat, type TestChat } from "../testing/test-chat.ts";
import { pendingOf } from "./pending-messages.ts";

const offline: CallError = { code: "offline", message: "", fieldErrors: {}, retryAfterSeconds: null };

function opened(): TestChat {
  const chat = createAnasChat(room(1), room(2));
  chat.dispatch({ type: "room/selected", roomId: 1 });
  chat.dispatch({ type: "messages/newest-loaded", roomId: 1, page: { messages: [], isFull: false } });
  chat.forget();
  return chat;
}

const send = (chat: TestChat, text: string, roomId = 1): void =>
  chat.dispatch({ type: "messages/send-asked", roomId, text });

const statuses = (chat: TestChat): string[] => pendingOf(chat.getState(), 1).map(({ status }) => status);

const published = (chat: TestChat): string[] => chat.asked("call-publish").map(({ text }) => text);

const sentId = (chat: TestChat): string => chat.asked("call-publish").at(-1)!.clientId;

test("[WEB-3] a message goes to the room it was written in, though another is open by then", () => {
  const chat = opened();
  chat.dispatch({ type: "room/selected", roomId: 2 });
  send(chat, "Aveți pe stoc?", 1);
  expect(chat.asked("call-publish")).toMatchObject([{ roomId: 1, text: "Aveți pe stoc?" }]);
  expect(pendingOf(chat.getState(), 2)).toEqual([]);
});

test("[MSG-2] the bubble is there at once, the text trimmed, the draft gone; only space sends nothing", () => {
  const chat = opened();
  chat.dispatch({ type: "messages/draft-written", roomId: 1, text: " Bună " });
  send(chat, " Bună ");
  send(chat, " \n ");
  expect(pendingOf(chat.getState(), 1)).toMatchObject([{ text: "Bună", status: "sending" }]);
  expect(chat.getState().drafts[1]).toBeUndefined();
  expect(chat.asked("keep-draft").at(-1)).toEqual({ type: "keep-draft", roomId: 1, text: "" });
});

test("[SCROLL-1] sending raises the scroll-down flag for 100 ms", () => {
  const chat = opened();
  send(chat, "Bună");
  expect(chat.getState().scrollDownRoomId).toBe(1);
  chat.clock.pass(100);
  expect(chat.getState().scrollDownRoomId).toBeNull();
});

test.each(["answer", "echo"])("[MSG-2] answer and echo make one message; the %s may come first", (first) => {
  const chat = opened();
  send(chat, "Bună");
  const clientId = sentId(chat);
  const stored = message(1, 1, { author: ana, clientId, text: "Bună" });
  const answer = () => chat.dispatch({ type: "messages/published", clientId, message: stored });
  const echo = () => chat.dispatch({ type: "messages/received", message: stored, roomLastSeq: 1 });
  for (const arrive of first === "answer" ? [answer, echo] : [echo, answer]) arrive();
  expect(statuses(chat)).toEqual([]);
  expect(chat.getState().timelines[1]?.log.length).toBe(1);
  expect(published(chat)).toEqual(["Bună"]);
});

test("[MSG-5] messages leave one after the other, in the order they were written", () => {
  const chat = opened();
  for (const text of ["unu", "doi", "trei"]) send(chat, text);
  expect(published(chat)).toEqual(["unu"]);
  expect(statuses(chat)).toEqual(["sending", "waiting", "waiting"]);
  const clientId = sentId(chat);
  chat.dispatch({ type: "messages/published", clientId, message: message(1, 1, { author: ana, clientId }) });
  expect(published(chat)).toEqual(["unu", "doi"]);
});

test("[MSG-2] with the server away all that wait fail together, and each can be sent again under its own id or deleted", () => {
  const chat = opened();
  send(chat, "unu");
  send(chat, "doi");
  const clientId = sentId(chat);
  chat.dispatch({ type: "messages/publish-failed", roomId: 1, clientId, error: offline });
  expect(statuses(chat)).toEqual(["failed", "failed"]);
  chat.dispatch({ type: "messages/retry-asked", roomId: 1, clientId });
  expect(statuses(chat)).toEqual(["sending", "failed"]);
  expect(sentId(chat)).toBe(clientId);
  chat.dispatch({ type: "messages/pending-deleted", roomId: 1, clientId });
  expect(statuses(chat)).toEqual(["sending", "failed"]);
  const second = pendingOf(chat.getState(), 1)[1]!.clientId;
  chat.dispatch({ type: "messages/pending-deleted", roomId: 1, clientId: second });
  expect(statuses(chat)).toEqual(["sending"]);
});

test("[MSG-2] one that is refused does not hold up the next", () => {
  const chat = opened();
  send(chat, "unu");
  send(chat, "doi");
  const error: CallError = { ...offline, code: "invalid" };
  chat.dispatch({ type: "messages/publish-failed", roomId: 1, clientId: sentId(chat), error });
  expect(statuses(chat)).toEqual(["failed", "sending"]);
});

test("[MSG-2] a failure that comes after the echo changes nothing", () => {
  const chat = opened();
  send(chat, "unu");
  const clientId = sentId(chat);
  chat.dispatch({ type: "messages/received", message: message(1, 1, { author: ana, clientId }), roomLastSeq: 1 });
  chat.dispatch({ type: "messages/publish-failed", roomId: 1, clientId, error: offline });
  expect(statuses(chat)).toEqual([]);
});

test("[TYPE-1] typing is whispered at most every 2 s, and again at once after a message was sent", () => {
  const chat = opened();
  const write = (text: string) => chat.dispatch({ type: "messages/draft-written", roomId: 1, text });
  write("B");
  write("Bu");
  chat.clock.pass(1999);
  write("Bun");
  expect(chat.asked("whisper-typing")).toEqual([
    { type: "whisper-typing", channel: "presence-oferta.10001", name: "Ana Pop" },
  ]);
  chat.clock.pass(1);
  write("Bună");
  expect(chat.asked("whisper-typing")).toHaveLength(2);
  send(chat, "Bună");
  write("D");
  expect(chat.asked("whisper-typing")).toHaveLength(3);
  write("");
  expect(chat.asked("whisper-typing")).toHaveLength(3);
});
