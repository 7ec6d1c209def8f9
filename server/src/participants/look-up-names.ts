import { lookupIdsMax } from "@cuplaj/protocol/limits.ts";
import type { NamedPerson, ParticipantKind, User } from "@cuplaj/protocol/participant.ts";
import { done, invalidField, type Outcome } from "../kernel/outcome.ts";
import { mayLookUpAnyone } from "./rules.ts";
import type { NameStore } from "./store.ts";

/** Ids by kind; an id counts only under the kind that it belongs to (AUTH-5). */
interface NamesAsked {
  readonly customers: readonly number[];
  readonly users: readonly number[];
  readonly agents: readonly number[];
}
/** The same three lists with names. */
interface NamesFound {
  customers: NamedPerson[];
  users: NamedPerson[];
  agents: NamedPerson[];
}

/** USR-1: names of people the caller may know; the others are left out. */
export type LookUpNames = (caller: User, asked: NamesAsked) => Promise<Outcome<NamesFound>>;

/** Makes the use case. */
export function createLookUpNames(store: NameStore): LookUpNames {
  return async (caller, asked) => {
    const lists = [...Object.entries({ customers: asked.customers, users: asked.users, agents: asked.agents })];
    const ids = lists.flatMap(([, list]) => [...list]);
    if (ids.length > lookupIdsMax) {
      return invalidField(lists.find(([, list]) => list.length > 0)?.[0] ?? "users", "too_many");
    }
    const people = ids.length === 0 ? [] : await store.findNames(ids, caller.id, mayLookUpAnyone(caller));
    const named = (kind: ParticipantKind, list: readonly number[]): NamedPerson[] =>
      people.filter(({ id, type }) => type === kind && list.includes(id)).map(({ id, name }) => ({ id, name }));
    return done({
      customers: named("customer", asked.customers),
      users: named("erp", asked.users),
      agents: named("agent", asked.agents),
    });
  };
}
