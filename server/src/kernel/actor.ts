import type { ActorKind } from "@cuplaj/protocol/audit.ts";

/** Who changes what the audit log has in the same transaction (AUD-1c). */
export interface Actor {
  readonly by: ActorKind;
  /** Of a participant. */
  readonly id: number | null;
  /** As limits count it. */
  readonly address: string | null;
}

/** One who acts by an account. */
export type PersonActor = Actor & { readonly id: number };

/** Whoever runs a command of the operator. */
export const operator: Actor = { by: "command-line", id: null, address: null };

/** The last parameters of `note_account_change`. */
export const actorValues = ({ by, id, address }: Actor): readonly unknown[] => [by, id, address];
