import { expect, test } from "vitest";
import { MembersButton } from "./room-header.tsx";
import type { PendingMessage } from "../state/entities.ts";
import { drawn } from "../testing/drawn.tsx";
import { ana, radu, room, signedInAna } from "../testing/people.ts";
import { createAnasApp, type TestApp } from "../testing/test-app.ts";
import { History } from "./room-view.tsx";
import { SendFailure } from "./send-failure.tsx";
import { callError } from "../testing/call-errors.ts";

const visited = room(1, { members: [radu], membersTotal: 1 });
const joined = room(1, { members: [ana, radu], membersTotal: 2 });

test("[VISIT-1] a visitor does not see who is present: the room's presence is not held", () => {
  expect(drawn(createAnasApp(visited), <MembersButton roomId={1} />)).toBe("");
  expect(drawn(createAnasApp(joined), <MembersButton roomId={1} />)).toContain("Nimeni altcineva activ acum");
});

test("[VISIT-1] a visitor in an empty room is not invited to write", () => {
  const history = (given: typeof visited): string => {
    const app = createAnasApp(given);
    app.dispatch({ type: "room/selected", roomId: 1 });
    app.dispatch({ type: "messages/newest-loaded", roomId: 1, page: { messages: [], isFull: false, seq: 0 } });
    return drawn(app, <History roomId={1} />);
  };
  expect(history(joined)).toContain("Scrie primul mesaj");
  expect(history(visited)).not.toContain("Scrie primul mesaj");
});

const refused: PendingMessage = {
  roomId: 1,
  clientId: "one",
  text: "Bună",
  writtenAt: "2026-01-05T09:00:00.000Z",
  position: 1,
  tabId: "tab",
  attempts: 1,
  status: "failed",
  error: callError("not_found"),
};

const note = (app: TestApp, pending = refused): string => drawn(app, <SendFailure pending={pending} />);

test("[VISIT-2] a failed message of a visitor can only be deleted", () => {
  const ways = (given: typeof visited): readonly string[] =>
    [...note(createAnasApp(given)).matchAll(/<button[^>]*>([^<]*)</g)].map(([, words]) => words ?? "");
  expect(ways(joined)).toHaveLength(3);
  expect(ways(visited)).toEqual([ways(joined)[2]]);
});

test("[SEND-5d] a message refused while the person was out of the room explains that once they are back", () => {
  const app = createAnasApp();
  const roles = [{ name: "Customer", permissions: ["messages.publish"] }];
  app.dispatch({ type: "session/me-loaded", me: { ...signedInAna, roles } });
  expect(note(app)).toContain("Nu mai ai acces");
  app.dispatch({ type: "room/joined", roomRef: "oferta.10001", room: joined });
  expect(note(app)).toMatch(/Nu erai în discuție când a plecat.*Retrimite/);
  const file = { name: "a.jpg", bytes: 1, type: "image/jpeg", width: null, height: null, isOriginal: false };
  expect(note(app, { ...refused, file })).toMatch(/Nu erai în discuție când a plecat.*Retrimite/);
  app.dispatch({ type: "session/me-loaded", me: signedInAna });
  expect(note(app)).toContain("Nu mai ai acces");
  expect(note(app, { ...refused, file })).toContain("Nu mai ai acces");
});

test("[SEND-5] a message refused for its file cannot be sent again", () => {
  const file = { name: "a.jpg", bytes: 1, type: "image/jpeg", width: null, height: null, isOriginal: false };
  const error = { ...callError("invalid"), fieldErrors: { attachment: ["broken"] } };
  expect(note(createAnasApp(joined), { ...refused, file, error })).toMatch(/Fișierul e stricat(?!.*Retrimite)/);
});
