import type { ActorKind } from "@cuplaj/protocol/audit.ts";

/** The author of a change that is audited in the same transaction (AUD-1c). */
export interface Actor {
  readonly by: ActorKind;
  readonly id: number | null;
  /** The client's address, to which rate limits apply (LIM-2). */
  readonly address: string | null;
}

export type PersonActor = Actor & { readonly id: number };

export const operator: Actor = { by: "command-line", id: null, address: null };

export const actorValues = ({ by, id, address }: Actor): readonly unknown[] => [by, id, address];
