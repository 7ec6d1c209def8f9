import { expect, test } from "vitest";
import type { AppEvent } from "../shape.ts";
import { signOut } from "./sign-out.ts";

test("[DEL-1] signing out first sends actions that could still be undone", () => {
  const events: AppEvent["type"][] = [];
  signOut(({ type }) => events.push(type));
  expect(events).toEqual(["undo/leaving", "sign-out/asked"]);
});
