import { expect, test } from "vitest";
import type { RoomEvent } from "../state/entities.ts";
import { unreadCount } from "../state/selectors.ts";
import { drawn } from "../testing/drawn.tsx";
import { shownOf } from "../testing/held-history.ts";
import { message, mia, radu, received, room } from "../testing/people.ts";
import { createAnasApp, type TestApp } from "../testing/test-app.ts";
import { linesAtEnd, linesBefore } from "./drawn-rows.ts";
import { drawnMessageAt, shapeOf } from "./drawn-message.ts";
import { MessageRow } from "./message-row.tsx";
import { History } from "./room-view.tsx";

const joins = (seq: number, person = mia): RoomEvent => {
  return { kind: "members", origin: "live", roomId: 1, seq, joined: person, left: null, membersTotal: 3 };
};

function opened(): TestApp {
  const app = createAnasApp(room(1, { cursor: 2 }));
  app.dispatch({ type: "room/selected", roomId: 1 });
  const page = {
    messages: [message(1, 2)],
    lines: [{ seq: 1, kind: "joined", person: radu }],
    isFull: false,
    seq: 2,
  } as const;
  app.dispatch({ type: "messages/newest-loaded", roomId: 1, page });
  return app;
}

const live = (app: TestApp, ...events: readonly RoomEvent[]): void => {
  app.dispatch({ type: "sync/events-received", events });
};

test("[MSG-9] a line follows the message before it and stays there when the next one comes", () => {
  const app = opened();
  live(app, joins(3));
  expect(linesBefore(shownOf(app, 1), 0)).toMatchObject({ kind: "each", seq: 1 });
  const atEnd = linesAtEnd(shownOf(app, 1));
  expect(atEnd).toMatchObject({ kind: "each", seq: 3 });
  app.dispatch(received(message(1, 4)));
  expect(linesAtEnd(shownOf(app, 1))).toBeNull();
  expect(linesBefore(shownOf(app, 1), 1)).toBe(atEnd);
  live(app, joins(3));
  expect(shownOf(app, 1).lines).toHaveLength(2);
});

test("[MSG-9] lines precede the next message's day and unread divider, and split its group", () => {
  const app = opened();
  live(app, joins(3));
  app.dispatch(received(message(1, 4)));
  const range = shownOf(app, 1);
  const [before, after] = [drawnMessageAt(range, [], null, 0), drawnMessageAt(range, [], null, 1)];
  expect(shapeOf(before, after!, false).startsGroup).toBe(false);
  expect(shapeOf(before, after!, false, true).startsGroup).toBe(true);
  const row = drawn(
    app,
    <MessageRow
      drawn={after!}
      lines={linesBefore(range, 1)}
      linesAtEnd={null}
      {...{
        tiles: null,
        activeKey: null,
        startsDay: true,
        startsGroup: true,
        hasDivider: true,
        isBeginning: false,
        isLast: true,
        isActive: false,
      }}
    />,
  );
  const positions = ["s-a alăturat", "<h3", "Mesaje necitite", "Mesajul 4"].map((words) => row.indexOf(words));
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  expect(positions[0]).toBeGreaterThan(0);
});

test("[MSG-9] pending messages follow the lines at the end", () => {
  const app = opened();
  live(app, joins(3));
  const range = shownOf(app, 1);
  expect([0, 1, 2].map((index) => linesBefore(range, index)?.seq ?? null)).toEqual([1, 3, null]);
});

test("[MSG-9] a room without messages shows its lines", () => {
  const app = createAnasApp(room(1));
  app.dispatch({ type: "room/selected", roomId: 1 });
  app.dispatch({ type: "messages/newest-loaded", roomId: 1, page: { messages: [], isFull: false, seq: 0 } });
  expect(drawn(app, <History roomId={1} />)).not.toContain("s-a alăturat");
  live(app, joins(1));
  const history = drawn(app, <History roomId={1} />);
  expect(history).toContain("<bdi>Mia</bdi> s-a alăturat");
  expect(history).toContain("Niciun mesaj încă");
});

test("[MSG-9] a line is never unread, moves no room and makes no sound", () => {
  const app = createAnasApp(room(1, { cursor: 2 }), room(2, { cursor: 2 }));
  const before = app.getState().rooms;
  app.forget();
  live(app, { ...joins(3), roomId: 2 });
  const { rooms } = app.getState();
  expect([rooms.order, unreadCount(rooms.byId[2]!), rooms.byId[2]?.updatedAt]).toEqual([
    before.order,
    0,
    before.byId[2]?.updatedAt,
  ]);
  expect(app.asked("show-unread")).toEqual([]);
});
