import { expect, test } from "vitest";
import { loadedMessage } from "../state/history/loaded-message.ts";
import { quoteOf } from "../state/messages/quoted.ts";
import { unreadCount } from "../state/selectors.ts";
import { deleted, openWriting, updatedBy } from "../testing/amends.ts";
import { ana, message, received, room } from "../testing/people.ts";
import { createTestApp, startAnasApp } from "../testing/test-app.ts";

const path = "/api/v1/chat/1/download/100001/1";
const file = {
  ...{ name: "placuta.jpg", bytes: 9, type: "image/jpeg", width: 4, height: 3, placeholder: null },
  ...{ path, previewPath: `${path}?preview=1` },
};

test("[DEL-3] a deleted message's text and file leave timeline, list, quotes, pictures, viewer and file list", () => {
  const secret = message(1, 1, { text: "parola", file });
  const reply = message(1, 2, { author: ana, quote: quoteOf(secret) });
  const app = openWriting([secret, reply], { lastMessage: reply });
  app.dispatch({ type: "files/picture-wanted", path: `${path}?preview=1` });
  app.dispatch({ type: "files/picture-loaded", path: `${path}?preview=1`, source: "blob:one", bytes: 9 });
  app.dispatch({ type: "files/viewed", view: { shown: secret, galleryRoomId: 1 } });
  app.dispatch({ type: "files/list-loaded", roomId: 1, messages: [secret], page: 1, total: 1 });
  app.dispatch(updatedBy(3, deleted(secret)));
  const { pictures, filesView, roomFiles, rooms } = app.getState();
  expect([pictures, filesView.shown, roomFiles?.messages, roomFiles?.total]).toEqual([{}, null, [], 0]);
  expect(app.asked("forget-picture")).toMatchObject([{ source: "blob:one" }]);
  expect(loadedMessage(app.getState(), 1, 1)).toMatchObject({ isDeleted: true, text: "", file: null, seq: 1 });
  for (const one of [loadedMessage(app.getState(), 1, 2), rooms.byId[1]?.lastMessage]) {
    expect(one?.quote).toMatchObject({ isDeleted: true, excerpt: "", fileType: null });
  }
  expect(JSON.stringify(app.getState())).not.toMatch(/parola|placuta/);
});

test("[DEL-3a] a draft that quotes a deleted message is sent without the quote; an editor with unchanged text closes", () => {
  const own = message(1, 1, { author: ana, text: "Bună" });
  const app = openWriting([own]);
  app.dispatch({ type: "quotes/reply-asked", message: own });
  app.dispatch(updatedBy(2, deleted(own)));
  expect(app.getState().draftTargets[1]?.kind).toBe("reply");
  app.dispatch({ type: "outbox/send-asked", roomId: 1, text: "Da" });
  expect(app.asked("call-publish")).toMatchObject([{ text: "Da" }]);
  expect(app.asked("call-publish")[0]).not.toHaveProperty("replyTo");

  for (const [text, left] of [
    ["Bună", {}],
    ["Bună ziua", { 1: "Bună ziua" }],
  ] as const) {
    const editing = openWriting([own]);
    editing.dispatch({ type: "edits/last-asked", roomId: 1 });
    editing.dispatch({ type: "drafts/written", roomId: 1, text });
    editing.dispatch(updatedBy(2, deleted(own)));
    expect(editing.getState().drafts).toEqual(left);
    // A text that can no longer be saved is not sent, but stays in the composer.
    editing.dispatch({ type: "edits/save-asked", roomId: 1, text });
    expect([editing.getState().drafts, editing.asked("call-edit")]).toEqual([left, []]);
  }
});

test("[DEL-3] a deleted message is not unread; if the server counted it, the page asks again", () => {
  const app = startAnasApp(createTestApp(), [room(1, { cursor: 1, unreadCount: 1, lastMessage: message(1, 1) })]);
  app.dispatch(received(message(1, 2)));
  const count = () => unreadCount(app.getState().rooms.byId[1]!);
  expect(count()).toBe(2);
  app.dispatch({ type: "sync/due" });
  const answer = { epoch: "one", rooms: [], reset: [], unread: {}, fresh: [], asked: {} };
  app.dispatch({ type: "sync/answered", answer });
  app.dispatch(updatedBy(3, deleted(message(1, 2))));
  expect([count(), app.getState().sync.isWanted]).toEqual([1, false]);
  app.dispatch(updatedBy(4, deleted(message(1, 1))));
  expect(app.getState().sync.isWanted).toBe(true);
});
