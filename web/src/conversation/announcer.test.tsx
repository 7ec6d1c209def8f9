import { expect, test } from "vitest";
import { unreadCount } from "../state/selectors.ts";
import { deleted, updatedBy } from "../testing/amends.ts";
import { drawn } from "../testing/drawn.tsx";
import { shownOf } from "../testing/held-history.ts";
import { ana, message, received, room, signedInAna } from "../testing/people.ts";
import { createAnasApp } from "../testing/test-app.ts";
import { Announcement } from "./announcer.tsx";
import { arrivalsAfter } from "../state/messages/read-messages.ts";

test("[A11Y-2] two identical messages are announced separately, and one's own never", () => {
  const app = createAnasApp(room(1));
  app.dispatch({ type: "room/selected", roomId: 1 });
  app.dispatch({ type: "messages/newest-loaded", roomId: 1, page: { messages: [], isFull: false, seq: 0 } });
  const da = (seq: number) => message(1, seq, { text: "Da" });
  app.dispatch(received(da(1), message(1, 2, { author: ana }), da(3)));
  const range = shownOf(app, 1);
  expect(arrivalsAfter(range, signedInAna, 0).map(({ seq, text }) => [seq, text])).toEqual([
    [1, "Da"],
    [3, "Da"],
  ]);
  const spoken = drawn(app, <Announcement arrivals={arrivalsAfter(range, signedInAna, 0)} />);
  expect(spoken).toBe("<span>Radu Ion: Da </span><span>Radu Ion: Da </span>");
});

test("[DEL-3] deleted messages are neither announced nor counted as new below or in the list", () => {
  const app = createAnasApp(room(1));
  app.dispatch({ type: "room/selected", roomId: 1 });
  app.dispatch({ type: "messages/newest-loaded", roomId: 1, page: { messages: [], isFull: false, seq: 0 } });
  app.dispatch({ type: "messages/end-changed", roomId: 1, isAtEnd: false });
  app.dispatch(received(message(1, 1, { author: ana }), message(1, 2), message(1, 3), message(1, 4, { author: null })));
  const counted = () => [
    arrivalsAfter(shownOf(app, 1), signedInAna, 0).length,
    unreadCount(app.getState().rooms.byId[1]!),
  ];
  expect(counted()).toEqual([2, 2]);
  app.dispatch(updatedBy(5, deleted(message(1, 2))));
  expect(counted()).toEqual([1, 1]);
});

test("[A11Y-2] three messages or more are counted, with the names", () => {
  const arrivals = [1, 2, 3].map((seq) => message(1, seq));
  expect(drawn(createAnasApp(), <Announcement arrivals={arrivals} />)).toBe("<span>3 mesaje noi: Radu Ion</span>");
});
