import { expect, test } from "vitest";
import { failSend, pending, published, sentId, statuses, writing } from "../../testing/outbox-rows.ts";
import { callError } from "../../testing/call-errors.ts";

const refused = callError("invalid");

test("[SEND-5c] editing opens the text in the composer; a draft is stashed, and returns after sending", () => {
  const app = writing("greșit");
  failSend(app, refused);
  app.dispatch({ type: "drafts/written", roomId: 1, text: "ciornă lungă" });
  app.dispatch({ type: "outbox/edit-asked", roomId: 1, clientId: sentId(app) });
  expect(statuses(app)).toEqual([]);
  expect([app.getState().drafts, app.getState().stashedDrafts]).toEqual([{ 1: "greșit" }, { 1: "ciornă lungă" }]);
  const saved = () => app.asked("save-draft").map(({ kind, text }) => `${kind}: ${text}`);
  expect(saved().slice(-2)).toEqual(["stash: ciornă lungă", "draft: greșit"]);
  app.dispatch({ type: "outbox/send-asked", roomId: 1, text: "corect" });
  expect([app.getState().drafts, app.getState().stashedDrafts]).toEqual([{ 1: "ciornă lungă" }, {}]);
  expect(saved().slice(-2)).toEqual(["draft: ciornă lungă", "stash: "]);
  expect(published(app)).toEqual(["greșit", "corect"]);
});

test("[SEND-5c] editing two in a row, and swapping drafts, loses none of them", () => {
  const app = writing("unu", "doi");
  failSend(app, refused);
  failSend(app, refused);
  const [first, second] = pending(app);
  app.dispatch({ type: "drafts/written", roomId: 1, text: "ciorna" });
  app.dispatch({ type: "outbox/edit-asked", roomId: 1, clientId: first!.clientId });
  app.dispatch({ type: "outbox/edit-asked", roomId: 1, clientId: second!.clientId });
  expect([app.getState().drafts, app.getState().stashedDrafts]).toEqual([{ 1: "doi" }, { 1: "unu\n\nciorna" }]);
  app.dispatch({ type: "drafts/swapped", roomId: 1 });
  expect([app.getState().drafts, app.getState().stashedDrafts]).toEqual([{ 1: "unu\n\nciorna" }, { 1: "doi" }]);
});

test("[SEND-6] a draft written or sent in another tab shows here, and is neither stored again nor whispered", () => {
  const app = writing();
  const change = (text: string): void =>
    app.dispatch({ type: "drafts/changed-elsewhere", roomId: 2, kind: "draft", text, target: null });
  change("scris dincolo");
  expect(app.getState().drafts).toEqual({ 2: "scris dincolo" });
  change("");
  expect(app.getState().drafts).toEqual({});
  expect([...app.asked("save-draft"), ...app.asked("whisper-typing")]).toEqual([]);
});
