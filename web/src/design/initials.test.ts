import { expect, test } from "vitest";
import { initials } from "./person-mark.tsx";

test("[A11Y-1] a person without a picture is told by first and last initial", () => {
  expect(initials("Ana Popescu")).toBe("AP");
  expect(initials("ștefan  Ionescu-Țurcanu")).toBe("ȘȚ");
  expect(initials("Mia")).toBe("M");
  expect(initials(" (—) ")).toBe("?");
});
