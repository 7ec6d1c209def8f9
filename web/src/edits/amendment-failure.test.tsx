import { expect, test } from "vitest";
import { openWriting } from "../testing/amends.ts";
import { callError } from "../testing/call-errors.ts";
import { drawn } from "../testing/drawn.tsx";
import { ana, message } from "../testing/people.ts";
import type { TestApp } from "../testing/test-app.ts";
import { undoMs } from "../state/undo/undo-state.ts";
import { AmendmentFailure } from "./amendment-failure.tsx";
import { amendmentKey, amendmentOf } from "../state/messages/amendments.ts";

const own = message(1, 1, { author: ana });

const said = (app: TestApp) =>
  drawn(app, <AmendmentFailure message={own} amendment={amendmentOf(app.getState(), own)!} />)
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

test("[EDIT-3] a failed edit's text is quoted, separate from the reason", () => {
  const app = openWriting([own]);
  app.dispatch({ type: "edits/edit-asked", message: own });
  app.dispatch({ type: "edits/save-asked", roomId: 1, text: "Alt text" });
  const amendment = amendmentOf(app.getState(), own)!;
  const failed = { ...amendment, phase: "failed", error: callError("timeout") } as const;
  expect(drawn(app, <AmendmentFailure message={own} amendment={failed} />)).toContain("<q><bdi>Alt text</bdi></q>");
});

test("[DEL-4] a deletion without a connection says that it failed, and later that there was no connection", () => {
  const app = openWriting([own]);
  app.dispatch({ type: "connection/lost" });
  app.dispatch({ type: "edits/delete-asked", message: own });
  expect(said(app)).toBe("Nu s-a șters. Fără conexiune. Se poate încerca din nou când revine. Renunță");
  app.dispatch({ type: "connection/connected" });
  app.dispatch({ type: "connection/listening" });
  expect(said(app)).toBe("Nu s-a șters. Nu era conexiune. Încearcă din nou Renunță");
});

test("[DEL-4][CONN-9] without a response it is unknown whether it happened", () => {
  const app = openWriting([own]);
  const key = amendmentKey(own.roomId, own.id);
  const failed = { type: "edits/failed", key, error: callError("timeout") } as const;
  app.dispatch({ type: "edits/delete-asked", message: own });
  app.clock.pass(undoMs);
  app.dispatch({ ...failed, kind: "delete" });
  expect(said(app)).toBe("Poate nu s-a șters. Serverul nu a răspuns. Încearcă din nou Renunță");
});
