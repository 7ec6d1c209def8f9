import type { PersonActor } from "../kernel/actor.ts";
import type { Caller } from "../kernel/caller.ts";
import { addressGroup } from "./address-group.ts";

export const actorOfCall = ({
  caller,
  address,
}: {
  readonly caller: Caller;
  readonly address: string;
}): PersonActor => ({
  by: caller.isProgram ? "program" : "person",
  id: caller.user.id,
  address: addressGroup(address),
});
