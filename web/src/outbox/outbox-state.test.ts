import { expect, test } from "vitest";
import { stageOf } from "../messages/message-stage.ts";
import { pendingOf } from "../messages/pending-messages.ts";
import type { PendingMessage } from "../state/entities.ts";
import { shownOf } from "../testing/held-history.ts";
import { ana, message, room, signedInAna } from "../testing/people.ts";
import { createAnasChat, createTestChat, type TestChat } from "../testing/test-chat.ts";
import { readRow } from "./read-row.ts";

/** Ana with a room open, and an outbox that does nothing unless the test says so. */
function slow(): TestChat {
  const chat = createTestChat("silent");
  chat.dispatch({ type: "session/restored", token: "anas-token", me: signedInAna });
  chat.arriveAt("/");
  chat.dispatch({ type: "session/started" });
  chat.dispatch({ type: "connection/connected" });
  chat.dispatch({ type: "rooms/page-loaded", rooms: [room(1), room(2)], total: 2, page: 1 });
  chat.dispatch({ type: "room/selected", roomId: 1 });
  chat.dispatch({ type: "messages/newest-loaded", roomId: 1, page: { messages: [], isFull: false, seq: 0 } });
  chat.forget();
  return chat;
}

const read = (chat: TestChat, ...rows: PendingMessage[]): void =>
  chat.dispatch({ type: "outbox/read", rows, isKept: true });

const begin = (chat: TestChat, ...rows: PendingMessage[]): void => chat.dispatch({ type: "outbox/turn-begun", rows });

const send = (chat: TestChat, text: string, roomId = 1): string => {
  chat.dispatch({ type: "messages/send-asked", roomId, text });
  return pendingOf(chat.getState(), roomId).at(-1)!.clientId;
};

const keep = (chat: TestChat, clientId: string, place: number, roomId = 1): void =>
  chat.dispatch({ type: "outbox/kept", roomId, clientId, place, isKept: true });

const row = (place: number, text: string, given: Partial<PendingMessage> = {}): PendingMessage => ({
  clientId: `row-${place}`,
  roomId: 1,
  text,
  // Some minutes before the test's clock.
  writtenAt: "2023-11-14T22:00:00.000Z",
  status: "waiting",
  error: null,
  place,
  attempts: 0,
  ...given,
});

const texts = (chat: TestChat, roomId = 1): string[] => pendingOf(chat.getState(), roomId).map(({ text }) => text);

const published = (chat: TestChat): string[] => chat.asked("call-publish").map(({ text }) => text);

const answer = (chat: TestChat, clientId: string, seq: number): void =>
  chat.dispatch({ type: "messages/published", clientId, message: message(1, seq, { author: ana, clientId }) });

test("[SEND-1a] a message shows at once, is kept before its draft is forgotten, and leaves only when it is kept", () => {
  const chat = slow();
  read(chat);
  const clientId = send(chat, "unu");
  expect(texts(chat)).toEqual(["unu"]);
  const asked = [...chat.asked("keep-message"), ...chat.asked("save-draft")].map(({ type }) => type);
  expect(asked).toEqual(["keep-message", "save-draft"]);
  begin(chat);
  expect(published(chat)).toEqual([]);
  keep(chat, clientId, 1);
  expect(published(chat)).toEqual(["unu"]);
});

test("[SEND-1] what is written before the outbox is open is taken in when it opens", () => {
  const chat = slow();
  const clientId = send(chat, "devreme");
  chat.forget();
  read(chat);
  expect(chat.asked("keep-message")).toMatchObject([{ message: { clientId, text: "devreme" } }]);
  read(chat);
  expect(chat.asked("keep-message")).toHaveLength(1);
});

test("[SEND-1a] what an earlier visit left waits again, in its order, before what is written now", () => {
  const chat = slow();
  send(chat, "trei");
  read(chat, row(1, "unu"), row(2, "doi"));
  expect(texts(chat)).toEqual(["unu", "doi", "trei"]);
  begin(chat, row(1, "unu"), row(2, "doi"));
  expect(published(chat)).toEqual(["unu"]);
});

test("[SEND-1] one that the echo took away while it was being kept leaves the outbox again", () => {
  const chat = slow();
  read(chat);
  const clientId = send(chat, "unu");
  answer(chat, clientId, 1);
  keep(chat, clientId, 1);
  expect(texts(chat)).toEqual([]);
  expect(chat.asked("drop-messages").at(-1)).toMatchObject({ clientIds: [clientId] });
});

test("[SEND-2] what is sent leaves the outbox, and the person's other pages are told the message itself", () => {
  const chat = slow();
  read(chat, row(1, "unu"));
  begin(chat, row(1, "unu"));
  answer(chat, "row-1", 1);
  expect(texts(chat)).toEqual([]);
  expect(chat.asked("drop-messages")).toMatchObject([{ clientIds: ["row-1"], sent: [{ seq: 1, clientId: "row-1" }] }]);
});

test("[SEND-2] a message whose answer was lost stands once, though a page of history brings it", () => {
  const chat = createAnasChat(room(1));
  chat.dispatch({ type: "room/selected", roomId: 1 });
  chat.dispatch({ type: "messages/send-asked", roomId: 1, text: "unu" });
  const { clientId } = pendingOf(chat.getState(), 1)[0]!;
  const page = { messages: [message(1, 1, { author: ana, clientId })], isFull: false, seq: 1 };
  chat.dispatch({ type: "messages/newest-loaded", roomId: 1, page });
  expect(texts(chat)).toEqual([]);
  expect(shownOf(chat, 1).log.length).toBe(1);
});

test("[SEND-2] a row of the device that is in the history already is not shown, not sent, and removed", () => {
  const chat = slow();
  const page = { messages: [message(1, 1, { author: ana, clientId: "row-1" })], isFull: false, seq: 1 };
  chat.dispatch({ type: "messages/newest-loaded", roomId: 1, page });
  read(chat, row(1, "unu"), row(2, "doi"));
  begin(chat, row(1, "unu"), row(2, "doi"));
  expect(texts(chat)).toEqual(["doi"]);
  expect(published(chat)).toEqual(["doi"]);
  expect(chat.asked("drop-messages")[0]).toMatchObject({ clientIds: ["row-1"] });
});

test("[SEND-3] a page asks for the turn when something waits, sends only in its turn, and gives it back when nothing is left", () => {
  const chat = slow();
  read(chat);
  expect(chat.asked("ask-turn")).toHaveLength(0);
  keep(chat, send(chat, "unu"), 1);
  expect(chat.asked("ask-turn")).toHaveLength(1);
  expect(published(chat)).toEqual([]);
  begin(chat, row(1, "unu", { clientId: pendingOf(chat.getState(), 1)[0]!.clientId }));
  expect(published(chat)).toEqual(["unu"]);
  answer(chat, chat.asked("call-publish")[0]!.clientId, 1);
  expect(chat.asked("end-turn")).toHaveLength(1);
  chat.dispatch({ type: "outbox/turn-ended" });
  keep(chat, send(chat, "doi"), 2);
  expect(chat.asked("ask-turn")).toHaveLength(2);
  expect(published(chat)).toEqual(["unu"]);
});

test("[SEND-3] whose turn begins sends nothing that another page has sent, and what another page left", () => {
  const chat = slow();
  read(chat, row(1, "trimis de alta"), row(2, "rămas"));
  begin(chat, row(2, "rămas"), row(3, "scris în alta"));
  expect(texts(chat)).toEqual(["rămas", "scris în alta"]);
  expect(published(chat)).toEqual(["rămas"]);
});

test("[SEND-1] what a read does not find is no longer shown, and is not deleted by that", () => {
  const chat = slow();
  read(chat, row(1, "unu"), row(2, "doi"));
  read(chat, row(2, "doi"));
  expect(texts(chat)).toEqual(["doi"]);
  expect(chat.asked("drop-messages")).toEqual([]);
  read(chat, row(1, "unu"), row(2, "doi"));
  expect(texts(chat)).toEqual(["unu", "doi"]);
});

test("[SEND-3] messages of several pages leave in the order in which they were written", () => {
  const chat = slow();
  read(chat);
  const mine = send(chat, "al doilea");
  read(chat, row(1, "primul, din alta"));
  keep(chat, mine, 2);
  begin(chat, row(1, "primul, din alta"), row(2, "al doilea", { clientId: mine }));
  expect(published(chat)).toEqual(["primul, din alta"]);
  answer(chat, "row-1", 1);
  expect(published(chat)).toEqual(["primul, din alta", "al doilea"]);
});

test("[SEND-3a] which page heard of it first does not change the order: the place in the outbox does", () => {
  const chat = slow();
  const second = row(2, "al doilea");
  read(chat, second);
  read(chat, second, row(1, "întâi"));
  expect(texts(chat)).toEqual(["întâi", "al doilea"]);
});

test("[SEND-3a] what was written in one moment leaves as it was kept", () => {
  const chat = slow();
  read(chat);
  const mine = send(chat, "al doilea");
  const { writtenAt } = pendingOf(chat.getState(), 1)[0]!;
  read(chat, row(1, "întâi", { writtenAt }));
  keep(chat, mine, 2);
  expect(texts(chat)).toEqual(["întâi", "al doilea"]);
});

test.each(["before", "after"])(
  "[SEND-3a] a clock that was put back puts nothing in front, written %s what an earlier visit left is known",
  (when) => {
    const chat = slow();
    const earlier = row(1, "din viitor", { writtenAt: "2099-01-01T00:00:00.000Z" });
    if (when === "after") read(chat, earlier);
    const clientId = send(chat, "după");
    if (when === "before") read(chat, earlier);
    keep(chat, clientId, 2);
    expect(texts(chat)).toEqual(["din viitor", "după"]);
    begin(chat, earlier, row(2, "după", { clientId }));
    expect(published(chat)).toEqual(["din viitor"]);
  },
);

test("[SEND-3] a read while one is under way neither sends it again nor brings back its end", () => {
  const chat = slow();
  read(chat, row(1, "unu"));
  begin(chat, row(1, "unu"));
  read(chat, row(1, "unu"), row(2, "doi"));
  expect(published(chat)).toEqual(["unu"]);
  expect(pendingOf(chat.getState(), 1).map(({ status }) => status)).toEqual(["sending", "waiting"]);
});

test("[SEND-3c] what failed in another page is failed here, and what is sent again there waits here", () => {
  const chat = slow();
  const error = { code: "invalid", message: "", fieldErrors: {}, retryAfterSeconds: null } as const;
  read(chat, row(1, "unu"));
  read(chat, row(1, "unu", { status: "failed", error }));
  expect(pendingOf(chat.getState(), 1)).toMatchObject([{ status: "failed", error }]);
  expect(chat.asked("end-turn")).toHaveLength(1);
  read(chat, row(1, "unu"));
  expect(pendingOf(chat.getState(), 1)).toMatchObject([{ status: "waiting", error: null }]);
});

const unavailable = { code: "unavailable", message: "", fieldErrors: {}, retryAfterSeconds: null } as const;
const busy = { ...unavailable, code: "too_many_requests" } as const;

const stages = (chat: TestChat): string[] => pendingOf(chat.getState(), 1).map((one) => stageOf(chat.getState(), one));

test("[SEND-3c] what rests in the page that sends is told to the others, and shown so there, however often it changes", () => {
  const sender = slow();
  read(sender, row(1, "unu"));
  begin(sender, row(1, "unu"));
  const other = slow();
  read(other, row(1, "unu"), row(2, "doi"));
  const shown = [unavailable, busy].map((error) => {
    sender.dispatch({ type: "messages/publish-failed", roomId: 1, clientId: "row-1", error });
    const told = sender.asked("update-message").at(-1)!.message;
    read(other, readRow(JSON.parse(JSON.stringify(told)), 1)!, row(2, "doi"));
    other.dispatch({ type: "connection/connected" });
    return [stages(sender), stages(other)];
  });
  expect(shown).toEqual([
    [["waiting"], ["waiting", "waiting"]],
    [["queued"], ["queued", "queued"]],
  ]);
  read(other, row(1, "unu", { status: "failed", error: unavailable }), row(2, "doi"));
  expect(pendingOf(other.getState(), 1)[0]).toMatchObject({ status: "failed" });
});

test("[SEND-3] what rested in a page that is gone is sent by the next, at once unless the server put it off", () => {
  const chat = slow();
  const rows = [row(1, "unu", { status: "resting", error: unavailable }), row(2, "doi")];
  read(chat, ...rows);
  expect(published(chat)).toEqual([]);
  begin(chat, ...rows);
  expect(published(chat)).toEqual(["unu"]);
});

test("[SEND-3] the page that sends is not told by an older word of its own that something rests, nor that it does not", () => {
  const chat = slow();
  read(chat, row(1, "unu"));
  begin(chat, row(1, "unu"));
  const resting = row(1, "unu", { status: "resting", error: unavailable });
  chat.dispatch({ type: "messages/publish-failed", roomId: 1, clientId: "row-1", error: unavailable });
  read(chat, row(1, "unu"));
  expect(pendingOf(chat.getState(), 1)[0]).toMatchObject({ status: "resting" });
  chat.clock.pass(1000);
  read(chat, resting);
  expect(pendingOf(chat.getState(), 1)[0]).toMatchObject({ status: "sending" });
  chat.dispatch({ type: "messages/publish-failed", roomId: 1, clientId: "row-1", error: { ...busy, code: "invalid" } });
  read(chat, resting);
  expect(pendingOf(chat.getState(), 1)[0]).toMatchObject({ status: "failed" });
});

test("[SEND-7a] signing out, or in as somebody else, closes the outbox: nothing of it is shown and nothing removed", () => {
  const chat = slow();
  read(chat, row(1, "unu"));
  chat.forget();
  chat.dispatch({ type: "session/ended-elsewhere" });
  expect(chat.getState().pending).toEqual({});
  expect(chat.asked("outbox-close")).toHaveLength(1);
  expect(chat.asked("drop-messages")).toEqual([]);
  chat.dispatch({ type: "session/begun-elsewhere", token: "radus", me: { ...signedInAna, id: 2, kind: "erp" } });
  expect(chat.asked("outbox-open")).toHaveLength(1);
});
