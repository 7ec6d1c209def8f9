import { lookupIdsMax } from "@cuplaj/protocol/limits.ts";
import type { NamedPerson, ParticipantKind, User } from "@cuplaj/protocol/participant.ts";
import { done, invalidField, type Outcome } from "../kernel/outcome.ts";
import { mayLookUpAnyone } from "./rules.ts";
import type { NameStore } from "./store.ts";

/** AUTH-5: an id is valid only for its own kind. */
type ByKind<T> = Record<"customers" | "users" | "agents", T>;

export interface LookUpNamesParts {
  readonly names: NameStore;
}

/** USR-1: returns names by id, without people whom the caller may not know. */
export async function lookUpNames(
  { names }: LookUpNamesParts,
  caller: User,
  { customers, users, agents }: ByKind<readonly number[]>,
): Promise<Outcome<ByKind<NamedPerson[]>>> {
  const ids = [...customers, ...users, ...agents];
  if (ids.length > lookupIdsMax) {
    const lists = Object.entries({ customers, users, agents });
    return invalidField(lists.find(([, list]) => list.length > 0)?.[0] ?? "users", "too_many");
  }
  const people = ids.length === 0 ? [] : await names.findNames(ids, caller.id, mayLookUpAnyone(caller));
  const named = (kind: ParticipantKind, list: readonly number[]): NamedPerson[] =>
    people.filter(({ id, type }) => type === kind && list.includes(id)).map(({ id, name }) => ({ id, name }));
  return done({
    customers: named("customer", customers),
    users: named("erp", users),
    agents: named("agent", agents),
  });
}
