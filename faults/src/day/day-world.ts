import type { Client } from "../clients/client.ts";
import type { Recorder } from "../history/recorder.ts";
import type { Room } from "../product/world.ts";
import type { Random } from "../random.ts";
import type { Resident } from "./residents.ts";
import type { Decision, Outside } from "./outside.ts";

/** The people and things that last from day to day. */
export interface DayWorld {
  readonly address: string;
  readonly recorder: Recorder;
  readonly outside: Outside;
  readonly customers: readonly Resident[];
  readonly staff: readonly Resident[];
  readonly rooms: Room[];
  readonly erpToken: string;
  /** The decisions that the server has acknowledged. */
  readonly decisions: Decision[];
  /** Staff who are temporarily in a colleague's room, as `<room id> <person id>`. */
  readonly guests: Set<string>;
  /** People who are signed in, by id. */
  readonly present: Map<number, Living>;
}

/** A resident who is signed in for the day. */
export interface Living {
  readonly resident: Resident;
  readonly client: Client;
  readonly random: Random;
  /** Errands that other people have asked for. They wait here, since a device does one thing at a time. */
  readonly asked: (() => Promise<void>)[];
}

/** Records that the person has joined the room, which their devices show from now on. */
export function joined({ recorder }: Pick<DayWorld, "recorder">, room: Room, resident: Resident): void {
  recorder.write({ proc: "world", f: "join", type: "ok", room: room.id, value: resident.id });
  resident.rooms.push(room);
}
