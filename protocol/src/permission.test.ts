import fc from "fast-check";
import { expect, test } from "vitest";
import { hasPermission, type Permission, permissions, type Role } from "./permission.ts";

const agent: Role = { name: "Agent", permissions: ["rooms.view", "rooms.join"] };
const clerk: Role = { name: "Clerk", permissions: ["offers.view"] };

test("[PERM-1] a permission is granted by any of the roles that lists it", () => {
  expect(hasPermission([agent, clerk], "offers.view")).toBe(true);
  expect(hasPermission([agent], "offers.view")).toBe(false);
});

test("[PERM-1] the roles together must grant the whole list, unless one permission suffices", () => {
  const asked = ["rooms.join", "offers.view"] as const;
  expect([hasPermission([agent, clerk], asked), hasPermission([agent], asked)]).toEqual([true, false]);
  expect([hasPermission([agent], asked, "any"), hasPermission([agent], ["users.lookup"], "any")]).toEqual([
    true,
    false,
  ]);
});

test.each([null, undefined, []])("[PERM-1] a person without roles is denied everything: %j", (roles) => {
  for (const mode of ["all", "any"] as const) {
    for (const asked of [...permissions, permissions, []]) expect(hasPermission(roles, asked, mode)).toBe(false);
  }
});

test("[PERM-1] denies an empty request, and roles without permissions", () => {
  expect([hasPermission([agent], []), hasPermission([agent], [], "any")]).toEqual([false, false]);
  expect(permissions.some((permission) => hasPermission([{ name: "Empty", permissions: [] }], permission))).toBe(false);
});

test("[PERM-1] the role Admin grants Admin by its name, and otherwise only what it lists", () => {
  expect(hasPermission([{ name: "Admin", permissions: [] }], "Admin")).toBe(true);
  expect(hasPermission([{ name: "Admin", permissions: [] }], "rooms.view")).toBe(false);
  expect(hasPermission([{ name: "admin", permissions: ["Admin"] }], "Admin")).toBe(false);
});

const anyPermission = fc.constantFrom(...permissions);
const anyRole: fc.Arbitrary<Role> = fc.record({
  name: fc.constantFrom("Customer", "Operator", "Admin", "Admins"),
  permissions: fc.array(fc.oneof(anyPermission, fc.constant("rooms.unknown"))),
});

test("[PERM-1] matches its definition for all roles and requests", () => {
  const grants = (roles: readonly Role[], permission: Permission): boolean =>
    permission === "Admin"
      ? roles.some(({ name }) => name === "Admin")
      : new Set(roles.flatMap((role) => role.permissions)).has(permission);
  fc.assert(
    fc.property(fc.array(anyRole), fc.array(anyPermission), (roles, asked) => {
      const granted = asked.filter((permission) => grants(roles, permission)).length;
      expect(hasPermission(roles, asked)).toBe(asked.length > 0 && granted === asked.length);
      expect(hasPermission(roles, asked, "any")).toBe(granted > 0);
      for (const one of asked) expect(hasPermission(roles, one)).toBe(hasPermission(roles, [one]));
    }),
  );
});
