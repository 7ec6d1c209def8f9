import type { Client } from "../clients/client.ts";
import type { Recorder } from "../history/recorder.ts";
import type { Room } from "../product/world.ts";
import type { Random } from "../random.ts";
import type { Resident } from "./residents.ts";
import type { Decision, Outside } from "./outside.ts";

/** Everybody and everything that outlasts a day. */
export interface Town {
  readonly address: string;
  readonly recorder: Recorder;
  readonly outside: Outside;
  readonly customers: readonly Resident[];
  readonly staff: readonly Resident[];
  readonly rooms: Room[];
  readonly erpToken: string;
  /** Acknowledged by the server. */
  readonly decisions: Decision[];
  /** People who are for a while in a colleague's room, as `room person`. */
  readonly guests: Set<string>;
  /** People who are signed in, by id. */
  readonly present: Map<number, Living>;
}

/** A resident's day. */
export interface Living {
  readonly resident: Resident;
  readonly client: Client;
  readonly random: Random;
  /** Errands for others, since a device does one thing at a time. */
  readonly asked: (() => Promise<void>)[];
}

/** The person's devices show the room from now on. */
export function joined({ recorder }: Pick<Town, "recorder">, room: Room, resident: Resident): void {
  recorder.write({ proc: "town", f: "join", type: "ok", room: room.id, value: resident.id });
  resident.rooms.push(room);
}
