import { expect, test } from "vitest";
import { SendNotes } from "./message-state.tsx";
import type { CallError } from "../state/entities.ts";
import { callError } from "../testing/call-errors.ts";
import { drawn } from "../testing/drawn.tsx";
import { pending, writing } from "../testing/outbox-rows.ts";

const file = { name: "a.pdf", bytes: 9, type: "application/pdf", width: null, height: null, isOriginal: false };

test("[OPS-6a] a waiting file says why: the server is away, stores no files or has no room", () => {
  const app = writing();
  app.dispatch({ type: "outbox/send-asked", roomId: 1, text: "", files: [{ clientId: "a", text: "", file }] });
  const notes = (): string => drawn(app, <SendNotes pending={pending(app)[0]!} isLast />);
  const fail = (code: CallError["code"]): void =>
    app.dispatch({ type: "outbox/publish-failed", roomId: 1, clientId: "a", error: callError(code) });
  fail("unavailable");
  expect(notes()).toContain("Serverul nu răspunde. Se trimite singur când revine.");
  app.dispatch({ type: "files/storage-known", trouble: "away" });
  expect(notes()).toContain("Serverul nu poate primi fișiere acum. Se trimite singur când va putea.");
  app.dispatch({ type: "files/storage-known", trouble: null });
  app.clock.pass(1000);
  fail("storage_full");
  expect(notes()).toContain("Serverul nu mai are loc pentru fișiere. Se trimite singur când va avea");
});
