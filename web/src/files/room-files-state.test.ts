import { expect, test } from "vitest";
import { callError } from "../testing/call-errors.ts";
import { file, photo } from "../testing/files.ts";
import { createAnasApp, type TestApp } from "../testing/test-app.ts";
import { picturesAround } from "./showing/picture-viewer.tsx";

const loaded = (app: TestApp, page: number, seqs: readonly number[], total: number): void =>
  app.dispatch({ type: "files/list-loaded", roomId: 1, page, total, messages: seqs.map((seq) => photo(seq)) });
const seqs = (app: TestApp) => app.getState().roomFiles?.messages.map(({ seq }) => seq);
const pages = (app: TestApp) => app.asked("call-room-files").map(({ page }) => page);
const openGallery = (app: TestApp): void => app.dispatch({ type: "files/viewed", view: { galleryRoomId: 1 } });

test("[SEE-7] a room's files load in pages, newest first and each once, even if new ones shift the pages", () => {
  const app = createAnasApp();
  openGallery(app);
  loaded(app, 1, [9, 8, 7], 5);
  app.dispatch({ type: "files/more-asked" });
  app.dispatch({ type: "files/more-asked" });
  expect(pages(app)).toEqual([1, 2]);
  loaded(app, 2, [7, 6, 5], 6);
  expect(seqs(app)).toEqual([9, 8, 7, 6, 5]);
  app.dispatch({ type: "files/more-asked" });
  loaded(app, 3, [], 6);
  app.dispatch({ type: "files/more-asked" });
  expect(pages(app)).toEqual([1, 2, 3]);
});

test("[SEE-7][SYNC-8a] a failed page is shown as missing and loads again", () => {
  const app = createAnasApp();
  openGallery(app);
  app.dispatch({ type: "files/list-failed", roomId: 1, error: callError("offline") });
  expect(app.getState().roomFiles?.phase).toBe("failed");
  app.clock.pass(60_000);
  expect(pages(app)).toEqual([1, 1]);
  app.dispatch({ type: "files/list-failed", roomId: 1, error: callError("not_found") });
  app.clock.pass(60_000);
  expect(pages(app)).toEqual([1, 1]);
});

test("[SEE-4] a picture's neighbours are the room's pictures in the order of the conversation", () => {
  const app = createAnasApp();
  const shown = photo(5);
  app.dispatch({ type: "files/viewed", view: { shown } });
  expect(picturesAround(app.getState().roomFiles, shown)).toMatchObject({ previous: null, next: null, position: null });
  loaded(app, 1, [8, 7, 5], 4);
  expect(picturesAround(app.getState().roomFiles, shown)).toMatchObject({
    next: { seq: 7 },
    position: null,
    isShort: true,
  });
  app.dispatch({ type: "files/more-asked" });
  loaded(app, 2, [2], 4);
  const around = picturesAround(app.getState().roomFiles, shown);
  expect(around).toMatchObject({ previous: { seq: 2 }, position: { position: 2, total: 4 }, isShort: false });
});

test("[SEE-5] each file has one task at a time, until it completes, fails or is stopped", () => {
  const app = createAnasApp();
  const message = photo(1, { file: file({ path: "/p", type: "application/pdf" }) });
  const save = () => app.dispatch({ type: "files/work-asked", message, phase: "saving" });
  save();
  save();
  expect(app.asked("fetch-file")).toHaveLength(1);
  app.dispatch({ type: "files/progressed", path: "/p", doneBytes: 700 });
  expect(app.getState().fileWork["/p"]).toEqual({ phase: "saving", doneBytes: 700 });
  app.dispatch({ type: "files/work-failed", path: "/p", error: callError("offline") });
  save();
  expect(app.asked("fetch-file")).toHaveLength(2);
  app.dispatch({ type: "files/work-over", path: "/p" });
  expect(app.getState().fileWork).toEqual({});
  expect(app.asked("end-file-work")).toHaveLength(1);
  app.dispatch({ type: "files/work-failed", path: "/p", error: callError("offline") });
  expect(app.getState().fileWork).toEqual({});
});

test("[OPS-6a] a failing storage is checked again until it works", () => {
  const app = createAnasApp();
  app.dispatch({ type: "files/storage-known", trouble: "away" });
  expect([app.getState().storageTrouble, app.asked("recheck-storage").length]).toEqual(["away", 1]);
  app.dispatch({ type: "files/storage-known", trouble: "full" });
  expect([app.getState().storageTrouble, app.asked("recheck-storage").length]).toEqual(["full", 1]);
  const full = app.getState();
  app.dispatch({ type: "files/storage-known", trouble: "full" });
  expect(app.getState()).toBe(full);
  app.dispatch({ type: "files/storage-known", trouble: null });
  expect([app.getState().storageTrouble, app.asked("recheck-storage").length]).toEqual([null, 1]);
});
