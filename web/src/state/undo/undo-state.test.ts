import { expect, test } from "vitest";
import { openWriting } from "../../testing/amends.ts";
import { ana, message, room } from "../../testing/people.ts";
import type { TestApp } from "../../testing/test-app.ts";
import { lastUndoable } from "./undo-state.ts";

const own = message(1, 1, { author: ana });
const deletion = `delete:1.${own.id}`;

function leavingAndDeleting(): TestApp {
  const app = openWriting([own]);
  app.dispatch({ type: "rooms/room-fetched", room: room(2) });
  app.dispatch({ type: "room/leave-asked", roomId: 2 });
  app.dispatch({ type: "edits/delete-asked", message: own });
  return app;
}

const sent = (app: TestApp) => [...app.asked("call-leave-room"), ...app.asked("call-delete")].map(({ type }) => type);

test("[ROOM-8][DEL-1] the last action is undone first, even if another's toast is held, and each only once", () => {
  const app = leavingAndDeleting();
  app.dispatch({ type: "alerts/held", id: "leave:2" });
  expect(lastUndoable(app.getState())).toBe(deletion);
  app.dispatch({ type: "undo/asked", id: deletion });
  expect(lastUndoable(app.getState())).toBe("leave:2");
  app.dispatch({ type: "undo/asked", id: "leave:2" });
  expect(lastUndoable(app.getState())).toBeUndefined();
  expect(app.getState()).toMatchObject({ amendments: {}, leaving: {}, undoable: {} });
  expect(app.getState().alerts).toMatchObject([{ id: "leave:2", phase: "hiding" }]);
  app.clock.pass(60_000);
  expect(sent(app)).toEqual([]);
});

test("[DEL-1][ROOM-8a] a closing page sends deletions and does not leave rooms; one that is only hidden continues", () => {
  const app = leavingAndDeleting();
  app.dispatch({ type: "undo/leaving" });
  expect(sent(app)).toEqual(["call-delete"]);
  app.clock.pass(5000);
  expect(sent(app)).toEqual(["call-leave-room", "call-delete"]);
});

test("[DEL-4] a page that closes without a connection sends nothing; a leave fails by its own call (ROOM-10)", () => {
  const app = leavingAndDeleting();
  app.dispatch({ type: "connection/lost" });
  app.dispatch({ type: "undo/leaving" });
  expect(sent(app)).toEqual([]);
  expect(Object.values(app.getState().amendments)).toMatchObject([{ phase: "failed", error: { code: "offline" } }]);
  app.clock.pass(5000);
  expect(sent(app)).toEqual(["call-leave-room"]);
});
