import { expect, test } from "vitest";
import { drawn } from "../testing/drawn.tsx";
import { ana, mia, radu, room } from "../testing/people.ts";
import { createAnasApp } from "../testing/test-app.ts";
import { MembersButton } from "./room-header.tsx";

test("[HERE-2] the header shows who else is active, by first name and as a count", () => {
  const app = createAnasApp(room(1, { members: [ana, mia, radu], membersTotal: 3 }));
  const said = (): string => drawn(app, <MembersButton roomId={1} />);
  app.dispatch({ type: "presence/here", roomId: 1, people: [ana, radu] });
  expect(said()).toMatch(/>Activ acum: Radu<.*>1 activ</);
  app.dispatch({ type: "presence/joining", roomId: 1, person: mia });
  expect(said()).toMatch(/>Activi acum: Radu, Mia<.*>2 activi</);
});
