import { expect, test } from "vitest";
import { ana, message, radu, received, room } from "../../testing/people.ts";
import { createAnasApp, type TestApp } from "../../testing/test-app.ts";

const names = (app: TestApp): string[] => (app.getState().typing[1] ?? []).map(({ name }) => name);

test("[TYPE-1] a typing indicator disappears 3000 ms after the last whisper", () => {
  const app = createAnasApp(room(1));
  const whisper = () => app.dispatch({ type: "typing/whispered", roomId: 1, person: radu });
  whisper();
  app.clock.pass(2000);
  whisper();
  app.clock.pass(2999);
  expect(names(app)).toEqual(["Radu Ion"]);
  app.clock.pass(1);
  expect(names(app)).toEqual([]);
});

test("[TYPE-1] two people with the same name count as two, and oneself never shows", () => {
  const app = createAnasApp(room(1));
  const other = { ...radu, id: 20 };
  for (const person of [radu, other, ana]) app.dispatch({ type: "typing/whispered", roomId: 1, person });
  expect(names(app)).toEqual(["Radu Ion", "Radu Ion"]);
  app.dispatch({ type: "typing/expired", roomId: 1, person: other });
  expect(app.getState().typing[1]).toEqual([radu]);
});

test("[TYPE-1] the indicator disappears as soon as the message arrives", () => {
  const app = createAnasApp(room(1));
  app.dispatch({ type: "typing/whispered", roomId: 1, person: radu });
  app.dispatch(received(message(1, 1)));
  expect(names(app)).toEqual([]);
});
