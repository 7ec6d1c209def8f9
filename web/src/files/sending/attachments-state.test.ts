import { expect, test } from "vitest";
import { draftCount } from "../../state/drafts/drafts-state.ts";
import { pendingOf } from "../../state/messages/pending-messages.ts";
import type { OutgoingFile } from "../../state/entities.ts";
import { room } from "../../testing/people.ts";
import { loadedSettings } from "../../testing/public-settings.ts";
import { createAnasApp, type TestApp } from "../../testing/test-app.ts";
import { trayOf, outgoingFiles } from "./attachments-state.ts";

const settings = { ...loadedSettings, uploadBytesMax: 100 };

const fileOf = (name: string, bytes = 10, type = "application/pdf"): File =>
  new File(["x".repeat(bytes)], name, { type });

function choosing(...files: File[]): TestApp {
  const app = createAnasApp(room(1), room(2));
  app.dispatch({ type: "settings/loaded", settings });
  choose(app, ...files);
  return app;
}

function choose(app: TestApp, ...files: File[]): void {
  app.dispatch({ type: "attachments/chosen", roomId: 1, files });
  for (const { id } of app.asked("hold-files").at(-1)?.files ?? []) app.dispatch({ type: "attachments/held", id });
}

const tray = (app: TestApp) => trayOf(app.getState(), 1);
const names = (app: TestApp): string[] => tray(app).map(({ file }) => file.name);
const outgoing = (app: TestApp, text = ""): readonly OutgoingFile[] => outgoingFiles(tray(app), text);

test("[ATT-2] chosen files are in the room's tray in order, stored before their bytes", () => {
  const app = choosing(fileOf("a"), fileOf("b"));
  choose(app, fileOf("c"));
  expect(names(app)).toEqual(["a", "b", "c"]);
  expect(trayOf(app.getState(), 2)).toEqual([]);
  expect(app.asked("save-tray")[0]).toMatchObject({ roomId: 1, files: [{ isHeld: false }, { isHeld: false }] });
  expect(app.asked("hold-files").map(({ files }) => files.map(({ file }) => file.name))).toEqual([["a", "b"], ["c"]]);
  expect(draftCount(app.getState())).toBe(3);
});

test("[ATT-2] removed files leave the tray and the device", () => {
  const app = choosing(fileOf("a"), fileOf("b"));
  const [first] = tray(app);
  app.dispatch({ type: "attachments/removed", roomId: 1, id: first!.id });
  expect(names(app)).toEqual(["b"]);
  expect(app.asked("drop-files")).toMatchObject([{ ids: [first!.id], areShown: false }]);
});

test("[ATT-2a] an empty or too large file is reported, is not held and blocks no other; a photo that shrinks may be large", () => {
  const app = choosing(fileOf("gol", 0), fileOf("mare", 101), fileOf("bun"), fileOf("foto", 101, "image/jpeg"));
  expect(tray(app).map(({ problem }) => problem)).toEqual(["empty", "too-large", null, null]);
  expect(app.asked("hold-files")[0]?.files.map(({ file }) => file.name)).toEqual(["bun", "foto"]);
  expect(outgoing(app).map(({ file }) => file.name)).toEqual(["bun", "foto"]);
  expect(draftCount(app.getState())).toBe(2);
});

test("[ATT-2a] a photo too large as an original may be sent once it is shrunk", () => {
  const app = choosing(fileOf("foto", 101, "image/jpeg"));
  const { id, file } = tray(app)[0]!;
  app.dispatch({ type: "attachments/original-chosen", roomId: 1, isOriginal: true });
  expect(app.asked("prepare-file")).toMatchObject([{ id, isOriginal: true }]);
  app.dispatch({ type: "attachments/prepared", id, file: { ...file, isOriginal: true } });
  expect(tray(app)[0]?.problem).toBe("too-large");
  app.dispatch({ type: "attachments/original-chosen", roomId: 1, isOriginal: false });
  app.dispatch({ type: "attachments/prepared", id, file: { ...file, bytes: 99, isOriginal: true } });
  app.dispatch({ type: "attachments/prepared", id, file: { ...file, bytes: 20, isOriginal: false } });
  expect(tray(app)[0]).toMatchObject({ problem: null, file: { bytes: 20 } });
});

test("[ATT-3] the composer's text goes with the first sendable file, before its own text; others have their own or none", () => {
  const app = choosing(fileOf("gol", 0), fileOf("a"), fileOf("b"), fileOf("c"));
  const [, a, b] = tray(app);
  app.dispatch({ type: "attachments/captioned", roomId: 1, id: b!.id, text: " spate " });
  expect(outgoing(app, "față").map(({ text }) => text)).toEqual(["față", "spate", ""]);
  app.dispatch({ type: "attachments/captioned", roomId: 1, id: a!.id, text: "stânga" });
  expect(outgoing(app, "față").map(({ text }) => text)).toEqual(["față\nstânga", "spate", ""]);
});

test("[ATT-3] sent files become messages in order, in the journal before they leave the tray, and keep their bytes", () => {
  const app = choosing(fileOf("a"), fileOf("b"), fileOf("gol", 0));
  app.forget();
  app.dispatch({ type: "outbox/send-asked", roomId: 1, text: "x", files: outgoing(app, "x") });
  const pending = pendingOf(app.getState(), 1);
  expect(pending.map(({ text, file }) => [text, file?.name])).toEqual([
    ["x", "a"],
    ["", "b"],
  ]);
  expect(app.asked("write-journal").map(({ message }) => message.file?.name)).toEqual(["a", "b"]);
  expect([names(app), app.asked("drop-files")]).toEqual([["gol"], []]);
});

test("[ATT-3a] an early send happens once, when its last file is held or refused", () => {
  const app = createAnasApp(room(1), room(2));
  app.dispatch({ type: "drafts/written", roomId: 1, text: "uite " });
  app.dispatch({ type: "attachments/chosen", roomId: 1, files: [fileOf("a"), fileOf("b"), fileOf("gol", 0)] });
  const [a, b] = tray(app);
  app.dispatch({ type: "attachments/send-asked", roomId: 1 });
  app.dispatch({ type: "attachments/held", id: a!.id });
  // A file chosen after the press is sent with the next press.
  app.dispatch({ type: "attachments/chosen", roomId: 1, files: [fileOf("c")] });
  expect(pendingOf(app.getState(), 1)).toEqual([]);
  app.dispatch({ type: "attachments/refused", id: b!.id, problem: "unreadable" });
  expect(pendingOf(app.getState(), 1).map(({ text, file }) => [text, file?.name])).toEqual([["uite", "a"]]);
  expect([names(app), app.getState().drafts, app.getState().askedSends]).toEqual([["b", "gol", "c"], {}, {}]);
  app.dispatch({ type: "attachments/held", id: tray(app).at(-1)!.id });
  expect(pendingOf(app.getState(), 1)).toHaveLength(1);
});

test("[ATT-3a] a send whose draft changed, or without sendable files, waits for another press", () => {
  const app = createAnasApp(room(1));
  app.dispatch({ type: "attachments/chosen", roomId: 1, files: [fileOf("a")] });
  app.dispatch({ type: "attachments/send-asked", roomId: 1 });
  app.dispatch({ type: "drafts/written", roomId: 1, text: "c" });
  app.dispatch({ type: "attachments/held", id: tray(app)[0]!.id });
  expect([pendingOf(app.getState(), 1), names(app), app.getState().askedSends]).toEqual([[], ["a"], {}]);
  app.dispatch({ type: "drafts/written", roomId: 1, text: "" });
  app.dispatch({ type: "attachments/removed", roomId: 1, id: tray(app)[0]!.id });
  app.dispatch({ type: "attachments/chosen", roomId: 1, files: [fileOf("b")] });
  app.dispatch({ type: "attachments/send-asked", roomId: 1 });
  app.dispatch({ type: "attachments/refused", id: tray(app)[0]!.id, problem: "unreadable" });
  expect([pendingOf(app.getState(), 1), app.getState().askedSends]).toEqual([[], {}]);
});

test("[ATT-3a] the others are sent once the file they waited for is removed", () => {
  const app = choosing(fileOf("a"));
  app.dispatch({ type: "attachments/chosen", roomId: 1, files: [fileOf("b")] });
  app.dispatch({ type: "attachments/send-asked", roomId: 1 });
  app.dispatch({ type: "attachments/removed", roomId: 1, id: tray(app)[1]!.id });
  expect(pendingOf(app.getState(), 1).map(({ file }) => file?.name)).toEqual(["a"]);
});

test("[ATT-6a] the bytes are deleted once the message is sent or cancelled, not when the person leaves", () => {
  const app = choosing(fileOf("a"), fileOf("b"), fileOf("c"));
  app.dispatch({ type: "outbox/send-asked", roomId: 1, text: "", files: outgoing(app) });
  const [, second] = pendingOf(app.getState(), 1);
  app.dispatch({ type: "outbox/pending-deleted", roomId: 1, clientId: second!.clientId });
  expect(app.asked("drop-files")).toMatchObject([{ ids: [second!.clientId], areShown: true }]);
  app.dispatch({ type: "session/rejected", token: "anas-token" });
  expect(app.getState().pending).toEqual({});
  expect(app.asked("drop-files")).toHaveLength(1);
});

test("[ATT-2] a tray changed or sent by another tab is the same here, except for files refused in this tab", () => {
  const app = choosing(fileOf("a"), fileOf("gol", 0));
  app.dispatch({ type: "attachments/changed-elsewhere", roomId: 1, files: [] });
  expect(names(app)).toEqual(["gol"]);
  expect(app.asked("drop-files")).toEqual([]);
});
