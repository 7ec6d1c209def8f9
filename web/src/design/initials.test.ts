import { expect, test } from "vitest";
import { initials } from "./person-mark.tsx";

test("[A11Y-1] a person without a picture has the initials of first and last name", () => {
  expect(initials("Ana Popescu")).toBe("AP");
  expect(initials("ștefan  Ionescu-Țurcanu")).toBe("ȘȚ");
  expect(initials("Mia")).toBe("M");
  expect(initials(" (—) ")).toBe("?");
});
