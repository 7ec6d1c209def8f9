import { expect, test } from "vitest";
import { pendingOf } from "../messages/pending-messages.ts";
import { ana, message, room } from "../testing/people.ts";
import { createAnasChat, type TestChat } from "../testing/test-chat.ts";

function opened(): TestChat {
  const chat = createAnasChat(room(1), room(2));
  chat.dispatch({ type: "room/selected", roomId: 1 });
  chat.dispatch({ type: "messages/newest-loaded", roomId: 1, page: { messages: [], isFull: false, seq: 0 } });
  chat.forget();
  return chat;
}

const write = (chat: TestChat, text: string, roomId = 1): void =>
  chat.dispatch({ type: "messages/draft-written", roomId, text });

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

test("[WEB-3] sending in one room and switching to another at once leaves the other's draft and messages alone", () => {
  const chat = opened();
  write(chat, "ciorna lui 2", 2);
  write(chat, "pentru 1", 1);
  send(chat, "pentru 1", 1);
  chat.dispatch({ type: "room/selected", roomId: 2 });
  const clientId = sentId(chat);
  chat.dispatch({
    type: "messages/published",
    clientId,
    message: message(1, 1, { author: ana, clientId, text: "pentru 1" }),
  });
  expect(chat.asked("call-publish")).toMatchObject([{ roomId: 1, text: "pentru 1" }]);
  expect(chat.getState().drafts).toEqual({ 2: "ciorna lui 2" });
  expect(pendingOf(chat.getState(), 2)).toEqual([]);
  expect(chat.getState().rooms.byId[1]?.lastMessage?.text).toBe("pentru 1");
  expect(chat.getState().rooms.byId[2]?.lastMessage).toBeNull();
});

test("[MSG-2] the bubble is there at once, the text trimmed, the draft gone; only space sends nothing", () => {
  const chat = opened();
  write(chat, " Bună ");
  send(chat, " Bună ");
  send(chat, " \n ");
  expect(pendingOf(chat.getState(), 1)).toMatchObject([{ text: "Bună", status: "sending" }]);
  expect(chat.getState().drafts[1]).toBeUndefined();
  expect(chat.asked("save-draft").at(-1)).toEqual({ type: "save-draft", kind: "draft", roomId: 1, text: "" });
});

test("[SCROLL-1] sending raises the scroll-down flag for 100 ms", () => {
  const chat = opened();
  send(chat, "Bună");
  expect(chat.getState().scrollDownRoomId).toBe(1);
  chat.clock.pass(100);
  expect(chat.getState().scrollDownRoomId).toBeNull();
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

test("[MSG-5] rooms do not wait for each other", () => {
  const chat = opened();
  send(chat, "unu", 1);
  send(chat, "doi", 2);
  expect(published(chat)).toEqual(["unu", "doi"]);
});

test("[SEND-1a] one key makes a message safe, then sends it, then empties the composer: one event, and nothing to wait for", () => {
  const chat = opened();
  write(chat, "Bună");
  const order: string[] = [];
  chat.perform({
    "write-journal": () => order.push("write-journal"),
    "call-publish": () => order.push("call-publish"),
    "save-draft": () => order.push("save-draft"),
  });
  send(chat, "Bună");
  expect(order).toEqual(["write-journal", "call-publish", "save-draft"]);
});
