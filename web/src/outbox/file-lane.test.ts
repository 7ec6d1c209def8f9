import { expect, test } from "vitest";
import { stageOf } from "../state/messages/sending-stage.ts";
import { pendingOf } from "../state/messages/pending-messages.ts";
import type { OutgoingFile } from "../state/entities.ts";
import { callError } from "../testing/call-errors.ts";
import { answer, failSend, published, statuses, writing } from "../testing/outbox-rows.ts";
import type { TestApp } from "../testing/test-app.ts";
import { createFakeDatabase, createFakeDevice } from "../testing/fake-device.ts";
import { createJournal } from "./journal.ts";

const outgoing = (clientId: string, text = ""): OutgoingFile => ({
  clientId,
  text,
  file: { name: `${clientId}.jpg`, bytes: 9, type: "image/jpeg", width: null, height: null, isOriginal: false },
});

const sendFiles = (app: TestApp, roomId: number, ...ids: string[]): void =>
  app.dispatch({ type: "outbox/send-asked", roomId, text: "", files: ids.map((id) => outgoing(id)) });

const uploaded = (app: TestApp): string[] => app.asked("call-upload").map(({ clientId }) => clientId);

const failUpload = (app: TestApp, clientId: string, code: Parameters<typeof callError>[0], hasMoved = false): void =>
  app.dispatch({ type: "outbox/publish-failed", roomId: 1, clientId, error: callError(code), hasMoved });

test("[SEND-3] files are sent one at a time in order over all rooms, and texts never wait for them", () => {
  const app = writing();
  sendFiles(app, 1, "a", "b");
  sendFiles(app, 2, "c");
  app.dispatch({ type: "outbox/send-asked", roomId: 1, text: "un text" });
  expect([uploaded(app), published(app)]).toEqual([["a"], ["un text"]]);
  answer(app, "a", 1);
  expect(uploaded(app)).toEqual(["a", "b"]);
  answer(app, "b", 2);
  expect(uploaded(app)).toEqual(["a", "b", "c"]);
});

test("[SEND-3] a file backing off blocks files but not texts; a text backing off blocks no file", () => {
  const app = writing();
  sendFiles(app, 1, "a", "b");
  failUpload(app, "a", "unavailable");
  app.dispatch({ type: "outbox/send-asked", roomId: 1, text: "un text" });
  failSend(app, callError("unavailable"));
  expect(statuses(app)).toEqual(["backing-off", "waiting", "backing-off"]);
  const stages = pendingOf(app.getState(), 1).map((message) => stageOf(app.getState(), message));
  expect(stages).toEqual(["waiting", "waiting", "waiting"]);
  app.clock.pass(1000);
  expect([uploaded(app), published(app)]).toEqual([
    ["a", "a"],
    ["un text", "un text"],
  ]);
});

test("[SEND-4] without room on the server files wait, and are sent again in order", () => {
  const app = writing();
  sendFiles(app, 1, "a", "b");
  failUpload(app, "a", "storage_full");
  expect([statuses(app), uploaded(app)]).toEqual([["backing-off", "waiting"], ["a"]]);
  app.clock.pass(1000);
  answer(app, "a", 1);
  expect(uploaded(app)).toEqual(["a", "a", "b"]);
});

test("[ATT-6] an upload that made progress is retried soon, however often it breaks; others wait longer", () => {
  const app = writing();
  sendFiles(app, 1, "a");
  for (let times = 2; times <= 12; times += 1) {
    failUpload(app, "a", "offline", true);
    app.clock.pass(1000);
    expect(uploaded(app)).toHaveLength(times);
  }
  for (let times = 0; times < 5; times += 1) {
    failUpload(app, "a", "offline");
    app.clock.pass(16_000);
  }
  failUpload(app, "a", "offline");
  app.forget();
  app.clock.pass(5000);
  expect(uploaded(app)).toEqual([]);
});

test("[ATT-4] a file can be cancelled while it waits, uploads or backs off, and the next one follows; a text cannot", () => {
  const app = writing("un text");
  sendFiles(app, 1, "a", "b", "c");
  const cancel = (clientId: string): void => app.dispatch({ type: "outbox/pending-deleted", roomId: 1, clientId });
  cancel("c");
  cancel("a");
  expect(uploaded(app)).toEqual(["a", "b"]);
  failUpload(app, "b", "offline");
  cancel("b");
  cancel(app.asked("call-publish")[0]!.clientId);
  expect(statuses(app)).toEqual(["sending"]);
});

test("[ATT-4] a cancelled file's late failure changes nothing, and deleting one while signing out starts no other", () => {
  const app = writing();
  sendFiles(app, 1, "a", "b");
  app.dispatch({ type: "sign-out/asked" });
  app.dispatch({ type: "outbox/pending-deleted", roomId: 1, clientId: "a" });
  expect(uploaded(app)).toEqual(["a"]);
  failUpload(app, "a", "offline");
  expect(statuses(app)).toEqual(["waiting"]);
});

test("[ATT-6] a release without files finds no text in a file's row; this one reads it whole", () => {
  const app = writing();
  app.dispatch({ type: "outbox/send-asked", roomId: 1, text: "", files: [outgoing("a", "Asta e")] });
  const { values, openTab } = createFakeDevice();
  const { database } = createFakeDatabase();
  const journal = createJournal("customer.1", { storage: openTab(), database, onStored: () => undefined });
  journal.write(app.asked("write-journal")[0]!.message, true);
  // The earlier release skips a row whose text is empty (SEND-1a).
  expect(JSON.parse([...values.values()][0] ?? "")).toMatchObject({ text: "", clientId: "a" });
  expect(journal.rows()).toMatchObject([{ text: "Asta e", file: { name: "a.jpg" } }]);
});
