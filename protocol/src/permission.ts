/** All permissions (PERM-1). Only the role named `Admin` grants `Admin`. */
export const permissions = [
  "rooms.view",
  "rooms.join",
  "rooms.view-any",
  "rooms.invite",
  "messages.publish",
  "messages.attach",
  "messages.take-over",
  "messages.like",
  "users.lookup",
  "users.silence",
  "offers.view",
  "offers.edit",
  "offers.decide-for",
  "users.manage",
  "audit.view",
  "Admin",
] as const;

export type Permission = (typeof permissions)[number];

export interface Role {
  readonly name: string;
  readonly permissions: readonly string[];
}

/** PERM-1: whether the roles grant all (or any, by `mode`) of `asked`; false without roles or with an empty `asked`. Server and client share it. */
export function hasPermission(
  roles: readonly Role[] | null | undefined,
  asked: Permission | readonly Permission[],
  mode: "all" | "any" = "all",
): boolean {
  const wanted = typeof asked === "string" ? [asked] : asked;
  if (!roles || roles.length === 0 || wanted.length === 0) return false;
  const isGranted = (permission: Permission): boolean =>
    roles.some((role) => (permission === "Admin" ? role.name === "Admin" : role.permissions.includes(permission)));
  return mode === "any" ? wanted.some(isGranted) : wanted.every(isGranted);
}
