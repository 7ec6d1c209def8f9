import { expect, test } from "vitest";
import { ana, mia, radu, room } from "../testing/people.ts";
import { createAnasApp, type TestApp } from "../testing/test-app.ts";

const online = (app: TestApp) => app.getState().online[1];

test("[HERE-1] here replaces the people online", () => {
  const app = createAnasApp(room(1));
  app.dispatch({ type: "presence/here", roomId: 1, people: [ana, radu] });
  app.dispatch({ type: "presence/here", roomId: 1, people: [ana, mia] });
  expect(online(app)).toEqual([ana, mia]);
});

test("[HERE-1] joining adds an absent person, and leaving removes one, who then stops typing", () => {
  const app = createAnasApp(room(1));
  app.dispatch({ type: "presence/here", roomId: 1, people: [ana] });
  app.dispatch({ type: "presence/joining", roomId: 1, person: radu });
  app.dispatch({ type: "presence/joining", roomId: 1, person: radu });
  expect(online(app)).toEqual([ana, radu]);
  app.dispatch({ type: "typing/whispered", roomId: 1, person: radu });
  app.dispatch({ type: "presence/leaving", roomId: 1, person: radu });
  expect(online(app)).toEqual([ana]);
  expect(app.getState().typing[1]).toEqual([]);
});
