import { hasPermission } from "@cuplaj/protocol/permission.ts";
import type { Participant } from "../entities.ts";
import { isSamePerson, isSilenced, me, ownerKey } from "../selectors.ts";
import type { AppState } from "../shape.ts";

export type Person = Pick<Participant, "id" | "kind">;

/** The toast about somebody's silence, and the undoing of it. */
export const alertId = (person: Person): string => `silence:${ownerKey(person)}`;

/** Whether somebody is silenced as far as the page shows it: from the press on, also before it is sent. */
export function isShownSilenced(state: AppState, person: Person): boolean {
  if (state.undoable[alertId(person)]) return true;
  return state.silencing[ownerKey(person)]?.isSilenced ?? isSilenced(me(state), person);
}

/** Whether the signed-in person may silence somebody: the server decides. */
export function canSilence(state: AppState, person: Person): boolean {
  const self = me(state);
  return self !== null && !isSamePerson(self, person) && hasPermission(self.roles, "users.silence");
}
