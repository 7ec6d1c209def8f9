import fc from "fast-check";
import { expect, test } from "vitest";
import { unreadCount } from "../state/selectors.ts";
import { happen, start, step } from "../testing/model-steps.ts";

const inRooms = fc.array(
  step.filter(({ kind }) => kind !== "restore"),
  { minLength: 100, maxLength: 100, size: "max" },
);

test("[ROOM-7a] in two tabs thousands of random steps of publishing, reading, leaving and joining keep every count right", () => {
  fc.assert(
    fc.property(inRooms, (steps) => {
      const { server, open } = start();
      const pages = [open(), open()];
      for (const [at, one] of steps.entries()) happen(server, pages[at % 2]!, one);
      for (const page of pages) page.cut();
      for (const page of [...pages, ...pages]) page.settle();
      const unread = server.unread();
      const total = Object.values(unread).reduce((sum, count) => sum + count, 0);
      for (const page of pages) {
        const { rooms } = page.app.getState();
        expect(Object.fromEntries(rooms.order.map((id) => [id, unreadCount(rooms.byId[id]!)]))).toEqual(unread);
        expect(page.app.asked("show-unread").at(-1)?.total ?? 0).toBe(total);
      }
    }),
  );
});
