import { expect, test } from "vitest";
import { changeableIn } from "./trusted-code.ts";

test("[SETUP-1b] code that only root can change is trusted", () => {
  expect(changeableIn("/opt/cuplaj-0.1.0", () => ({ uid: 0, mode: 0o40755 }))).toBeNull();
});

test.each([
  ["/opt/cuplaj-0.1.0", { uid: 1000, mode: 0o40755 }],
  ["/opt", { uid: 0, mode: 0o40775 }],
  ["/", { uid: 1000, mode: 0o40755 }],
  ["/opt/cuplaj-0.1.0/server", { uid: 0, mode: 0o40757 }],
  ["/opt/cuplaj-0.1.0/node_modules", { uid: 1000, mode: 0o40755 }],
])("[SETUP-1b] code below %s with %j is not trusted", (changed, stats) => {
  const statOf = (path: string) => (path === changed ? stats : { uid: 0, mode: 0o40755 });
  expect(changeableIn("/opt/cuplaj-0.1.0", statOf)).toBe(changed);
});
