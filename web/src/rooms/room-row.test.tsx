import { erasedName } from "@cuplaj/protocol/erased-name.ts";
import { expect, test } from "vitest";
import { type Me, noOwnRooms, type OwnRooms, type Room } from "../state/entities.ts";
import { openWriting } from "../testing/amends.ts";
import { drawn } from "../testing/drawn.tsx";
import { SilencedMark } from "../silences/silenced-mark.tsx";
import { offerOf } from "../testing/offers.ts";
import { ana, message, mia, radu, room, signedInAna, signedInRadu } from "../testing/people.ts";
import { createTestApp, startAnasApp, type TestApp } from "../testing/test-app.ts";
import { RoomHeader } from "../conversation/room-header.tsx";
import { RoomRow } from "./room-row.tsx";
import { lastOpenedRooms, unreadRooms, waitingRooms } from "../conversation/home-lists.ts";

const appOf = (given: Parameters<typeof room>[1], who: Me = signedInRadu): TestApp =>
  startAnasApp(createTestApp(), [room(1, { isMember: true, vehicle: "Golf V", ...given })], who);

const rowOf = (given: Parameters<typeof room>[1], who: Me = signedInRadu): string =>
  drawn(appOf(given, who), <RoomRow roomId={1} />);

const arranged = (rooms: Partial<OwnRooms>): Me => ({ ...signedInRadu, rooms: { ...noOwnRooms, ...rooms } });

test("[LIST-7] staff see the customer's avatar, name and vehicle first; a customer sees the vehicle, and who serves them", () => {
  const row = rowOf({});
  expect(row).toContain('data-initials="AP"');
  expect(row).toMatch(/>Ana Pop<\/bdi> · <bdi>Golf V</);
  const own = rowOf({}, signedInAna);
  expect(own).toContain('data-initials="RI"');
  expect(own).toContain("<bdi>Golf V</bdi>");
});

test("[ROOM-15c] for staff, heading and row name a customer who has left, in the page's words if erased", () => {
  const leftBy = (name: string): string => {
    const app = appOf({ members: [radu], customer: { ...ana, name, isMember: false, canSignIn: false } });
    const heading = <RoomHeader roomId={1} isOfferShown={false} />;
    return drawn(
      app,
      <>
        {heading}
        {<RoomRow roomId={1} />}
      </>,
      "en",
    );
  };
  expect(leftBy("Ana Pop").match(/Ana Pop<\/bdi>(<[^>]+>)* · /g)).toHaveLength(2);
  expect(leftBy("Ana Pop")).toContain('data-initials="AP"');
  expect(leftBy(erasedName).match(/Erased user<\/bdi>(<[^>]+>)* · /g)).toHaveLength(2);
});

test("[LIST-7][OWN-2] one's own newest message has its tick: sent, or read by somebody", () => {
  const lastMessage = message(1, 5, { author: radu });
  expect(rowOf({ cursor: 5, lastMessage, othersReadSeq: 4 })).toContain('title="trimis"');
  expect(rowOf({ cursor: 5, lastMessage, othersReadSeq: 5 })).toContain('title="citit"');
  expect(rowOf({ cursor: 5, lastMessage: message(1, 5, { author: mia }), othersReadSeq: 5 })).not.toContain("citit");
});

test("[DEL-1][EDIT-2] a message being deleted has no text in the list, and one being saved has the new text", () => {
  const own = message(1, 1, { author: ana, text: "parola" });
  const app = openWriting([own]);
  const row = () => drawn(app, <RoomRow roomId={1} />);
  app.dispatch({ type: "edits/delete-asked", message: own });
  expect(row()).toContain("Mesaj șters");
  expect(row()).not.toContain("parola");
  app.dispatch({ type: "undo/asked", id: `delete:1.${own.id}` });
  expect(row()).toContain("parola");
  app.dispatch({ type: "edits/edit-asked", message: own });
  app.dispatch({ type: "edits/save-asked", roomId: 1, text: "cheia" });
  expect(row()).toContain("<bdi>cheia</bdi>");
});

test("[LIST-7] a draft is muted, and an unsent message is red", () => {
  const app = appOf({ lastMessage: message(1, 1) });
  app.dispatch({ type: "drafts/written", roomId: 1, text: "Mai caut" });
  expect(drawn(app, <RoomRow roomId={1} />)).toMatch(/class="[^"]*draft[^"]*">Ciornă: <bdi>Mai caut/);
});

test("[ORDER-1][ORDER-2][ORDER-4] pinned, muted and marked rooms are labelled, and a muted count is grey", () => {
  const row = rowOf({ cursor: 3, readSeq: 3 }, arranged({ pinned: [1], muted: [1], unread: [{ id: 1, seq: 2 }] }));
  for (const words of ["fixată sus", "fără sunet și notificări", "1 mesaj necitit"]) expect(row).toContain(words);
  expect(row).toContain('data-quiet="true"');
  expect(rowOf({})).not.toMatch(/fixată|fără sunet|necitit/);
});

test("[LOOK-21] a silenced person's newest message is grey in an unread room, and a muted room has its own icon", () => {
  const silencing: Me = { ...arranged({ muted: [1] }), silenced: [{ id: mia.id, kind: mia.kind }] };
  const from = (author: typeof mia) =>
    rowOf({ cursor: 5, unreadCount: 1, lastMessage: message(1, 5, { author }) }, silencing);
  expect(from(mia)).toContain('data-unread="true"');
  expect(from(mia)).toContain('data-silenced="true"');
  expect(from(ana)).toContain('data-silenced="false"');
  expect(drawn(appOf({}, silencing), <SilencedMark person={mia} />)).not.toContain("lucide-bell-off");
  expect(from(ana)).toContain("lucide-bell-off");
});

test("[LIST-7] a room without messages is a new offer until opened on the device, once that is known", () => {
  const app = appOf({ offerNumber: 10_001, lastMessage: null });
  const row = () => drawn(app, <RoomRow roomId={1} />);
  expect(row()).toContain("Niciun mesaj încă");
  app.dispatch({ type: "own-rooms/last-opened-known", names: [] });
  expect(row()).toContain("Ofertă nouă");
  app.dispatch({ type: "own-rooms/last-opened-known", names: [app.getState().rooms.byId[1]!.name] });
  expect(row()).toContain("Niciun mesaj încă");
  expect(rowOf({ cursor: 5, lastMessage: message(1, 5) })).not.toContain("Ofertă nouă");
});

test("[LOOK-21] a row shows the offer's status, and nothing if the server leaves it out", () => {
  expect(rowOf({ offerStatus: "accepted" })).toContain('title="Acceptată" data-status="accepted"');
  expect(rowOf({ offerStatus: "expired" })).toContain("Expirată");
  expect(rowOf({ offerStatus: null })).not.toContain("data-status");
});

test("[LOOK-21] a loaded room or offer updates the row", () => {
  const app = appOf({ offerNumber: 10_001, offerStatus: "sent" });
  app.dispatch({ type: "rooms/room-fetched", room: room(1, { offerNumber: 10_001, offerStatus: "accepted" }) });
  expect(drawn(app, <RoomRow roomId={1} />)).toContain("Acceptată");
  app.dispatch({ type: "offers/loaded", offer: { ...offerOf(10_001), status: "ordered" } });
  expect(drawn(app, <RoomRow roomId={1} />)).toContain("Comandată");
});

test("[LIST-8] home shows the longest waits first, then other unread rooms, then those opened last", () => {
  const waitingSince = (hour: number): Partial<Room> => ({
    isMember: true,
    waitingSince: `2026-01-05T0${hour}:00:00Z`,
  });
  const rooms = [
    room(1, waitingSince(8)),
    room(2, waitingSince(6)),
    room(3, { isMember: true, unreadCount: 2, members: [ana, radu] }),
    room(4, { isMember: true }),
    room(5, { isMember: true }),
  ];
  const app = startAnasApp(createTestApp(), rooms, signedInRadu);
  app.dispatch({
    type: "own-rooms/last-opened-known",
    names: ["oferta.10005", "oferta.10001", "oferta.10004", "gone"],
  });
  const state = app.getState();
  expect([waitingRooms(state), unreadRooms(state), lastOpenedRooms(state)]).toEqual([[2, 1], [3], [5, 4]]);
  app.dispatch({ type: "own-rooms/work-asked" });
  expect(app.asked("call-view-page")).toEqual([]);
});

test("[LIST-8] waiting and unread rooms are requested if the list is not fully loaded", () => {
  const app = startAnasApp(createTestApp(), [], signedInRadu);
  app.dispatch({ type: "rooms/page-loaded", rooms: [room(1, { isMember: true })], total: 60, page: 1 });
  app.forget();
  app.dispatch({ type: "own-rooms/work-asked" });
  expect(app.asked("call-view-page").map(({ view }) => `${view.filter} ${view.sort}`)).toEqual([
    "unread activity",
    "all waiting",
  ]);
});
