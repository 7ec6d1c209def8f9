import { createRef } from "react";
import { expect, test } from "vitest";
import { drawn } from "../../testing/drawn.tsx";
import { room, signedInAna } from "../../testing/people.ts";
import { createTestApp, startAnasApp, type TestApp } from "../../testing/test-app.ts";
import { AttachButtons } from "./attach-buttons.tsx";

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
