import { createRef } from "react";
import { expect, test } from "vitest";
import { drawn } from "../../testing/drawn.tsx";
import { room, signedInAna } from "../../testing/people.ts";
import { createTestApp, startAnasApp, type TestApp } from "../../testing/test-app.ts";
import { AttachButtons, StorageNote } from "./attach-buttons.tsx";

const buttons = (app: TestApp): string => drawn(app, <AttachButtons roomId={1} hasRoom field={createRef()} />);

const anaWith = (...permissions: string[]): TestApp => {
  const roles = [{ name: "Customer", permissions }];
  return startAnasApp(createTestApp(), [room(1)], { ...signedInAna, roles });
};

test("[ATT-1b] without the permission to attach there is no button", () => {
  expect(buttons(anaWith("messages.publish", "messages.attach"))).toContain("Atașează fișiere");
  expect(buttons(anaWith("messages.publish"))).toBe("");
  expect(buttons(anaWith("messages.attach"))).toBe("");
});

test("[OPS-6a] people who may attach are warned while no file can be stored", () => {
  const note = (permissions: readonly string[], trouble: "away" | "full" | null, isEdit = false): string => {
    const app = anaWith(...permissions);
    app.dispatch({ type: "files/storage-known", trouble });
    return drawn(app, <StorageNote isEdit={isEdit} />);
  };
  const both = ["messages.publish", "messages.attach"];
  expect(note(both, "away")).toContain("Serverul nu poate primi fișiere acum.");
  expect(note(both, "full")).toContain("Serverul nu mai are loc pentru fișiere.");
  const empty = note(both, null);
  expect(empty).toMatch(/<p id="storage-note" role="status"[^>]*><\/p>/);
  expect([note(["messages.publish"], "away"), note(both, "away", true)]).toEqual([empty, empty]);
  expect(buttons(anaWith(...both))).toContain('aria-describedby="storage-note"');
});
