import { expect, test } from "vitest";
import { stageOf } from "../state/messages/sending-stage.ts";
import { pendingOf } from "../state/messages/pending-messages.ts";
import {
  answer,
  callRoll,
  change,
  foreign,
  opened,
  published,
  read,
  row,
  send,
  texts,
} from "../testing/outbox-rows.ts";
import { shownOf } from "../testing/held-history.ts";
import { ana, message, room, signedInAna } from "../testing/people.ts";
import { createAnasApp, type TestApp } from "../testing/test-app.ts";
import { readRow } from "./journal.ts";
import { callError } from "../testing/call-errors.ts";

test("[SEND-1a] a message shows and is sent at once, after the one write that makes it safe", () => {
  const app = opened();
  const { clientId } = send(app, "unu");
  expect(texts(app)).toEqual(["unu"]);
  expect(app.asked("write-journal")).toMatchObject([{ isNew: true, message: { clientId, status: "waiting" } }]);
  expect(published(app)).toEqual(["unu"]);
  expect(app.getState().outbox.isOpen).toBe(false);
});

test("[SEND-1a] this tab's messages from before a reload are sent at once, in order, before new ones", () => {
  const app = opened(row(1, "unu"), row(2, "doi"));
  send(app, "trei");
  expect(texts(app)).toEqual(["unu", "doi", "trei"]);
  expect(published(app)).toEqual(["unu"]);
});

test("[SEND-1a] messages that only the database has are sent once read, and delay nothing until then", () => {
  const app = opened();
  const mine = send(app, "doi");
  const late = foreign(1, "unu", { tabId: "" });
  read(app, late, mine);
  expect(texts(app)).toEqual(["unu", "doi"]);
  app.clock.pass(0);
  expect(app.asked("call-roll")).toHaveLength(1);
  callRoll(app);
  answer(app, mine.clientId, 1);
  expect(published(app)).toEqual(["doi", "unu"]);
});

test("[SEND-2] a sent message leaves the journal, and the person's other tabs get it", () => {
  const app = opened(row(1, "unu"));
  answer(app, "row-1", 1);
  expect(texts(app)).toEqual([]);
  expect(app.asked("remove-from-journal")).toMatchObject([
    { clientIds: ["row-1"], sent: [{ seq: 1, clientId: "row-1" }] },
  ]);
});

test("[SEND-2] a message whose response was lost shows once, even if a page of history includes it", () => {
  const app = createAnasApp(room(1));
  app.dispatch({ type: "room/selected", roomId: 1 });
  app.dispatch({ type: "outbox/send-asked", roomId: 1, text: "unu" });
  const { clientId } = pendingOf(app.getState(), 1)[0]!;
  const page = { messages: [message(1, 1, { author: ana, clientId })], isFull: false, seq: 1 };
  app.dispatch({ type: "messages/newest-loaded", roomId: 1, page });
  expect(texts(app)).toEqual([]);
  expect(shownOf(app, 1).log.length).toBe(1);
});

test.each(["at opening", "by another tab"])(
  "[SEND-2] a row already in the history, known %s, is neither shown nor sent, and is removed",
  (how) => {
    const app = opened();
    const page = { messages: [message(1, 1, { author: ana, clientId: "row-1" })], isFull: false, seq: 1 };
    app.dispatch({ type: "messages/newest-loaded", roomId: 1, page });
    if (how === "at opening") read(app, row(1, "unu"), row(2, "doi"));
    else for (const changed of [foreign(1, "unu"), foreign(2, "doi")]) change(app, changed);
    expect(texts(app)).toEqual(["doi"]);
    expect(published(app)).toEqual(how === "at opening" ? ["doi"] : []);
    expect(app.asked("remove-from-journal")).toMatchObject([{ clientIds: ["row-1"] }]);
  },
);

test("[SEND-2] when a page learns that a message is stored after another tab adopted it, it counts as sent in both", () => {
  const app = opened();
  const { clientId, ...mine } = send(app, "unu");
  change(app, { ...mine, clientId, tabId: "other" });
  answer(app, clientId, 1);
  expect([texts(app), app.asked("remove-from-journal").at(-1)?.clientIds]).toEqual([[], [clientId]]);
});

test("[SEND-1a] a message missing from a read is hidden but not deleted", () => {
  const app = opened(foreign(1, "unu"), foreign(2, "doi"));
  read(app, foreign(2, "doi"));
  expect(texts(app)).toEqual(["doi"]);
  expect(app.asked("remove-from-journal")).toEqual([]);
  read(app, foreign(1, "unu"), foreign(2, "doi"));
  expect(texts(app)).toEqual(["unu", "doi"]);
});

test("[SEND-3] the order follows positions, not which tab announced first", () => {
  const app = opened(foreign(2, "al doilea"));
  change(app, foreign(1, "întâi"));
  expect(texts(app)).toEqual(["întâi", "al doilea"]);
});

test.each(["before", "after"])(
  "[SEND-3] a clock set back puts no message in front, if written %s those of an earlier visit are known",
  (when) => {
    const earlier = row(1, "din viitor", { writtenAt: "2099-01-01T00:00:00.000Z" });
    const app = opened(...(when === "after" ? [earlier] : []));
    const mine = send(app, "după");
    if (when === "before") read(app, earlier, mine);
    expect(texts(app)).toEqual(["din viitor", "după"]);
  },
);

test("[SEND-3] a clock set back between two messages changes neither their order nor their times", () => {
  const app = opened(row(1e14, "din viitor", { writtenAt: "2099-01-01T00:00:00.000Z" }));
  const after = send(app, "după");
  expect([after.position, after.writtenAt]).toEqual([1e14 + 1, "2099-01-01T00:00:00.000Z"]);
});

test("[SEND-3] a read during a send neither repeats it nor loses its end", () => {
  const app = opened(row(1, "unu"));
  read(app, row(1, "unu"), row(2, "doi"));
  expect(published(app)).toEqual(["unu"]);
  expect(pendingOf(app.getState(), 1).map(({ status }) => status)).toEqual(["sending", "waiting"]);
});

const unavailable = callError("unavailable");
const busy = { ...unavailable, code: "too_many_requests" } as const;
const refused = { ...unavailable, code: "invalid" } as const;

test("[SEND-5] a failure in another tab shows here; a retry here is sent by this tab, and shows as waiting there", () => {
  const app = opened(foreign(1, "unu"));
  change(app, foreign(1, "unu", { status: "failed", error: refused }));
  expect(pendingOf(app.getState(), 1)).toMatchObject([{ status: "failed", error: refused }]);
  app.dispatch({ type: "outbox/retry-asked", roomId: 1, clientId: "row-1" });
  const written = app.asked("write-journal").at(-1)!.message;
  expect([published(app), written]).toMatchObject([["unu"], { tabId: "tab", status: "waiting", error: null }]);
  const other = opened(row(1, "unu", { status: "failed", error: refused, tabId: "third" }));
  change(other, { ...written, tabId: "fourth" });
  expect(pendingOf(other.getState(), 1)).toMatchObject([{ status: "waiting", error: null }]);
  expect(published(other)).toEqual([]);
});

const stages = (app: TestApp): string[] => pendingOf(app.getState(), 1).map((one) => stageOf(app.getState(), one));

test("[SEND-3c] a back-off in the sending tab shows in the others, however often it changes", () => {
  const sender = opened(row(1, "unu"));
  const other = opened(foreign(1, "unu"), foreign(2, "doi"));
  const shown = [unavailable, busy].map((error) => {
    sender.dispatch({ type: "outbox/publish-failed", roomId: 1, clientId: "row-1", error });
    const { message: announced } = sender.asked("write-journal").at(-1)!;
    sender.clock.pass(1000);
    change(other, readRow(JSON.parse(JSON.stringify({ ...announced, tabId: "other" })))!);
    other.dispatch({ type: "connection/connected" });
    return [stages(other), other.asked("hint-resume").length];
  });
  expect(shown).toEqual([
    [["waiting", "waiting"], 1],
    [["queued", "queued"], 2],
  ]);
  change(other, foreign(1, "unu", { status: "failed", error: unavailable }));
  expect(pendingOf(other.getState(), 1)[0]).toMatchObject({ status: "failed" });
});

test("[SEND-3] a tab's own older announcement does not change whether a message backs off", () => {
  const app = opened(row(1, "unu"));
  const backingOff = row(1, "unu", { status: "backing-off", error: unavailable });
  app.dispatch({ type: "outbox/publish-failed", roomId: 1, clientId: "row-1", error: unavailable });
  read(app, row(1, "unu"));
  expect(pendingOf(app.getState(), 1)[0]).toMatchObject({ status: "backing-off" });
  app.clock.pass(1000);
  read(app, backingOff);
  expect(pendingOf(app.getState(), 1)[0]).toMatchObject({ status: "sending" });
  app.dispatch({ type: "outbox/publish-failed", roomId: 1, clientId: "row-1", error: refused });
  read(app, backingOff);
  expect(pendingOf(app.getState(), 1)[0]).toMatchObject({ status: "failed" });
});

test("[SEND-7] signing out, or signing in as somebody else, closes the outbox: nothing is shown and nothing removed", () => {
  const app = opened(row(1, "unu"));
  app.forget();
  app.dispatch({ type: "session/ended-elsewhere" });
  expect(app.getState().pending).toEqual({});
  expect(app.asked("close-outbox")).toHaveLength(1);
  expect(app.asked("remove-from-journal")).toEqual([]);
  app.dispatch({ type: "session/begun-elsewhere", token: "radus", me: { ...signedInAna, id: 2, kind: "erp" } });
  expect(app.asked("open-outbox")).toHaveLength(1);
});
