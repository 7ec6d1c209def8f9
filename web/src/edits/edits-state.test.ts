import { describe, expect, test } from "vitest";
import { loadedMessage } from "../state/history/loaded-message.ts";
import { deleted, openWriting, updatedBy } from "../testing/amends.ts";
import { callError } from "../testing/call-errors.ts";
import { ana, message } from "../testing/people.ts";
import type { TestApp } from "../testing/test-app.ts";
import { amendmentOf, editMark, isDeletion, shownText } from "../state/messages/amendments.ts";

const own = message(1, 1, { author: ana, text: "Bună" });
const key = `1.${own.id}`;

const amendment = (app: TestApp) => amendmentOf(app.getState(), own);
const log = (app: TestApp) => loadedMessage(app.getState(), 1, 1);
const shown = (app: TestApp) => shownText({ text: log(app)?.text ?? "" }, amendment(app));
const mark = (app: TestApp) => editMark({ stored: log(app) }, amendment(app));
const calls = (app: TestApp) => [...app.asked("call-edit"), ...app.asked("call-delete")].map(({ type }) => type);

function saving(text = "Bună ziua", messages = [own]): TestApp {
  const app = openWriting(messages);
  app.dispatch({ type: "edits/edit-asked", message: own });
  app.dispatch({ type: "drafts/written", roomId: 1, text });
  app.dispatch({ type: "edits/save-asked", roomId: 1, text });
  return app;
}

const edited = { ...own, text: "Bună ziua", editedAt: "2026-01-05T10:00:00.000Z" };

test("[EDIT-1] one's last message opens in the composer, and the draft returns when the editor closes or saves", () => {
  const app = openWriting([own, message(1, 2)]);
  app.dispatch({ type: "drafts/written", roomId: 1, text: "ciornă" });
  app.dispatch({ type: "edits/edit-asked", message: own });
  expect([app.getState().drafts, app.getState().stashedDrafts]).toEqual([{ 1: "Bună" }, { 1: "ciornă" }]);
  app.dispatch({ type: "drafts/target-dropped", roomId: 1 });
  expect([app.getState().drafts, app.getState().draftTargets]).toEqual([{ 1: "ciornă" }, {}]);
  app.dispatch({ type: "edits/edit-asked", message: own });
  app.dispatch({ type: "edits/save-asked", roomId: 1, text: "Bună ziua" });
  expect([app.getState().drafts, app.getState().stashedDrafts]).toEqual([{ 1: "ciornă" }, {}]);
  // Other people's messages cannot be edited or deleted, and an unchanged text is not an edit.
  app.dispatch({ type: "edits/edit-asked", message: message(1, 2) });
  app.dispatch({ type: "edits/delete-asked", message: message(1, 2) });
  expect([app.getState().draftTargets, calls(app)]).toEqual([{}, ["call-edit"]]);
});

const composer = (app: TestApp) => {
  const { drafts, draftTargets, stashedDrafts, stashedTargets } = app.getState();
  return { now: [drafts[1], draftTargets[1]?.messageId], stashed: [stashedDrafts[1], stashedTargets[1]?.messageId] };
};

const other = message(1, 2, { author: ana, text: "Doi" });

describe.each([false, true])("[EDIT-1a] a draft never becomes the text of an old message: %s", (isSwapped) => {
  /** Writes a draft, with another message in the editor or stashed behind the draft. */
  function begin(app: TestApp): void {
    app.dispatch({ type: "drafts/written", roomId: 1, text: "ciornă" });
    app.dispatch({ type: "edits/edit-asked", message: other });
    if (isSwapped) app.dispatch({ type: "drafts/swapped", roomId: 1 });
  }

  test("when a failed edit is taken back into the composer", () => {
    const app = saving("Bună ziua", [own, other]);
    app.dispatch({ type: "edits/failed", key, kind: "edit", error: callError("unexpected") });
    begin(app);
    app.dispatch({ type: "edits/reopened", key });
    expect(composer(app)).toEqual({ now: ["Bună ziua", own.id], stashed: ["ciornă", undefined] });
    app.dispatch({ type: "edits/save-asked", roomId: 1, text: "Bună ziua" });
    expect(composer(app)).toEqual({ now: ["ciornă", undefined], stashed: [undefined, undefined] });
  });

  test("when a message that was refused is edited", () => {
    const app = openWriting([own, other]);
    app.dispatch({ type: "outbox/send-asked", roomId: 1, text: "greșit" });
    const clientId = app.getState().pending[1]![0]!.clientId;
    app.dispatch({ type: "outbox/publish-failed", roomId: 1, clientId, error: callError("invalid") });
    begin(app);
    app.dispatch({ type: "outbox/edit-asked", roomId: 1, clientId });
    expect(composer(app)).toEqual({ now: ["greșit", undefined], stashed: ["ciornă", undefined] });
  });

  test("when another message is edited", () => {
    const app = openWriting([own, other]);
    begin(app);
    app.dispatch({ type: "edits/edit-asked", message: own });
    expect(composer(app)).toEqual({ now: ["Bună", own.id], stashed: ["ciornă", undefined] });
  });
});

test("[EDIT-1a] an editor's text is never sent as a message, and an unchanged one makes no call", () => {
  const app = openWriting([own]);
  app.dispatch({ type: "edits/last-asked", roomId: 1 });
  app.dispatch({ type: "outbox/send-asked", roomId: 1, text: "Bună" });
  expect([app.asked("call-publish"), app.getState().drafts]).toEqual([[], { 1: "Bună" }]);
  app.dispatch({ type: "edits/save-asked", roomId: 1, text: "Bună" });
  expect([calls(app), app.getState().draftTargets]).toEqual([[], {}]);
});

test("[EDIT-2] an edit shows as being saved at once, and only once, whether its response or its echo comes first", () => {
  const answer = { type: "edits/answered", key, kind: "edit", seq: 2 } as const;
  const first = saving();
  expect([shown(first), mark(first), log(first)?.text]).toEqual(["Bună ziua", "saving", "Bună"]);
  first.dispatch(answer);
  expect([shown(first), mark(first)]).toEqual(["Bună ziua", "edited"]);
  first.dispatch(updatedBy(2, edited));
  const second = saving();
  second.dispatch(updatedBy(2, edited));
  second.dispatch(answer);
  for (const app of [first, second]) {
    expect([shown(app), mark(app), log(app)?.text, app.getState().amendments]).toEqual([
      "Bună ziua",
      "edited",
      "Bună ziua",
      {},
    ]);
  }
});

test("[EDIT-3] a failed edit keeps its text, to be sent again or reopened in the composer; offline it stays in the composer", () => {
  const app = saving();
  app.dispatch({ type: "edits/failed", key, kind: "edit", error: callError("unexpected") });
  expect([amendment(app)?.phase, amendment(app)?.text, shown(app)]).toEqual(["failed", "Bună ziua", "Bună"]);
  app.dispatch({ type: "edits/again-asked", key });
  expect([calls(app), mark(app)]).toEqual([["call-edit", "call-edit"], "saving"]);
  app.dispatch(updatedBy(2, deleted(own)));
  app.dispatch({ type: "edits/failed", key, kind: "edit", error: callError("conflict") });
  app.dispatch({ type: "edits/reopened", key });
  const { drafts, draftTargets, amendments } = app.getState();
  expect([drafts, draftTargets, amendments]).toEqual([{ 1: "Bună ziua" }, {}, {}]);

  const away = openWriting([own]);
  away.dispatch({ type: "edits/last-asked", roomId: 1 });
  away.dispatch({ type: "connection/lost" });
  away.dispatch({ type: "edits/save-asked", roomId: 1, text: "Bună ziua" });
  expect([calls(away), away.getState().draftTargets[1]?.kind]).toEqual([[], "edit"]);
});

test("[DEL-1] a deletion is sent after 5 s unless undone", () => {
  const app = openWriting([own]);
  app.dispatch({ type: "edits/delete-asked", message: own });
  expect([isDeletion(amendment(app)), calls(app)]).toEqual([true, []]);
  app.clock.pass(4900);
  app.dispatch({ type: "undo/asked", id: `delete:${key}` });
  app.clock.pass(10_000);
  expect([calls(app), amendment(app)]).toEqual([[], null]);
  app.dispatch({ type: "edits/delete-asked", message: own });
  app.clock.pass(5000);
  expect([calls(app), amendment(app)?.phase]).toEqual([["call-delete"], "sending"]);
  app.dispatch(updatedBy(2, deleted(own)));
  app.dispatch({ type: "edits/answered", key, kind: "delete", seq: 2 });
  expect([app.getState().amendments, log(app)?.isDeleted]).toEqual([{}, true]);
});

test("[DEL-1] a pending deletion is sent at once when the page closes", () => {
  const app = openWriting([own]);
  app.dispatch({ type: "edits/delete-asked", message: own });
  app.dispatch({ type: "undo/leaving" });
  app.clock.pass(10_000);
  expect(calls(app)).toEqual(["call-delete"]);
});

test("[DEL-4] a failed deletion is reported and the message stays; without a connection it is not queued", () => {
  const app = openWriting([own]);
  app.dispatch({ type: "edits/delete-asked", message: own });
  app.dispatch({ type: "connection/lost" });
  app.clock.pass(5000);
  expect([amendment(app)?.error?.code, isDeletion(amendment(app)), calls(app)]).toEqual(["offline", false, []]);
  app.dispatch({ type: "connection/connected" });
  app.dispatch({ type: "connection/listening" });
  expect(calls(app)).toEqual([]);
  app.dispatch({ type: "edits/again-asked", key });
  app.dispatch({ type: "edits/failed", key, kind: "delete", error: callError("not_found") });
  expect([amendment(app)?.phase, calls(app)]).toEqual(["failed", ["call-delete"]]);
  app.dispatch({ type: "edits/dropped", key });
  expect(amendment(app)).toBeNull();
  app.dispatch({ type: "connection/lost" });
  app.dispatch({ type: "edits/delete-asked", message: own });
  expect([amendment(app)?.phase, amendment(app)?.error?.code]).toEqual(["failed", "offline"]);
});
