import { expect, test } from "vitest";
import { preloadComponents } from "../platform/late-component.ts";
import { drawn } from "../testing/drawn.tsx";
import { message, received, room } from "../testing/people.ts";
import { createAnasApp, type TestApp } from "../testing/test-app.ts";
import { History } from "./room-view.tsx";
import { callError } from "../testing/call-errors.ts";

const error = callError("unexpected");
// Waits for the pills above the messages, which load late.
await preloadComponents();

function opened(): TestApp {
  const app = createAnasApp(room(1, { cursor: 60, readSeq: 60 }));
  app.dispatch({ type: "room/selected", roomId: 1 });
  return app;
}

test.each(["live", "own"])(
  "[SYNC-8a] a failed history is reported with a retry, also above the first message (%s) after it",
  (kind) => {
    const app = opened();
    app.dispatch({ type: "messages/newest-failed", roomId: 1, error });
    if (kind === "live") app.dispatch(received(message(1, 61)));
    else app.dispatch({ type: "outbox/send-asked", roomId: 1, text: "al meu" });
    const history = drawn(app, <History roomId={1} />);
    expect(history).toContain("Mesajele nu s-au încărcat");
    expect(history).toContain("Încearcă din nou");
    app.dispatch({ type: "messages/newest-loaded", roomId: 1, page: { messages: [], isFull: false, seq: 61 } });
    expect(drawn(app, <History roomId={1} />)).not.toContain("Mesajele nu s-au încărcat");
  },
);

test("[SYNC-8a] a loading first page shows above messages that arrived earlier", () => {
  const app = opened();
  app.dispatch(received(message(1, 61)));
  expect(drawn(app, <History roomId={1} />)).toContain("Se încarcă mesajele");
});
