import { expect, test } from "vitest";
import { moneyLabel } from "./money-label.ts";

const plain = (text: string): string => text.replaceAll(/\s/g, " ");

test("[OFF-1] money follows the language's format", () => {
  expect(plain(moneyLabel("1234.50", "RON", "ro"))).toBe("1.234,50 RON");
  expect(plain(moneyLabel("1234.50", "RON", "en"))).toBe("RON 1,234.50");
});

test("[OFF-1] an amount too precise for a float keeps its last digit", () => {
  expect(plain(moneyLabel("90071992547409939.37", "RON", "ro"))).toBe("90.071.992.547.409.939,37 RON");
});
