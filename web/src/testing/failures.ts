import type { CallError } from "../state/entities.ts";
import { callError } from "./call-errors.ts";
import { room } from "./people.ts";
import { createAnasApp, type TestApp } from "./test-app.ts";

export function failed(code: CallError["code"] = "unexpected", retryAfterSeconds: number | null = null): TestApp {
  const app = createAnasApp(room(1, { cursor: 60, readSeq: 60 }));
  app.dispatch({ type: "room/selected", roomId: 1 });
  app.forget();
  failAgain(app, code, retryAfterSeconds);
  return app;
}

export const failAgain = (app: TestApp, code: CallError["code"], retryAfterSeconds: number | null = null): void =>
  app.dispatch({ type: "messages/newest-failed", roomId: 1, error: callError(code, retryAfterSeconds) });

export const answered = (app: TestApp): void =>
  app.dispatch({
    type: "sync/answered",
    answer: { epoch: "one", rooms: [], reset: [], unread: {}, fresh: [], asked: app.getState().rooms.byId },
  });
