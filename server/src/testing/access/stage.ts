import { isoTime, systemClock } from "../../kernel/clock.ts";
import { tokenIdleMsMax } from "../../sign-in/rules.ts";
import { hashToken, makeToken } from "../../sign-in/token.ts";
import { addPerson, type Person } from "../people.ts";
import { giveFile } from "../stored-files.ts";
import { startTestApi, type TestApi } from "../test-api.ts";

/** Callers in access tests. Room 10001 is the owner's; null means a caller without a token. */
interface Actors {
  readonly nobody: null;
  readonly owner: Person;
  readonly customer: Person;
  readonly operator: Person;
  readonly operatorInside: Person;
  readonly agent: Person;
  readonly agentInside: Person;
  readonly admin: Person;
  readonly noRoles: Person;
  /** A member who used to be an agent. */
  readonly lostRole: Person;
  readonly program: Person;
  /** A member whose token was idle for too long. */
  readonly expired: Person;
  /** A disabled member whose token still exists. */
  readonly disabled: Person;
}

export type ActorName = keyof Actors;

/** Texts that occur only in the room or only in its offer. */
export const nonces = { room: "zqroomnonce", offer: "zqoffernonce" } as const;

/** The order of the statuses in rows; `expired` and `disabled` get the same responses as `nobody`. */
export const columns = [
  ...(["nobody", "owner", "customer", "operator", "operatorInside", "agent", "agentInside"] as const),
  ...(["admin", "noRoles", "lostRole", "program"] as const),
] satisfies readonly ActorName[];

export interface Subjects extends Pick<Actors, "owner" | "agentInside"> {
  readonly roomId: number;
  readonly messageId: number;
}

export interface AccessStage extends TestApi {
  readonly actors: Actors;
  readonly subjects: Subjects;
}

export async function openAccessStage(): Promise<AccessStage> {
  const api = await startTestApi({ twoFactor: "staff" });
  const { people, call, database } = api;
  const add = (username: string, kind: "erp" | "agent", role: string) =>
    addPerson(database, { kind, name: username, username, role, hash: "none" });
  const [ioana, fost, plecat, mort] = [
    await add("ioana", "erp", "Operator"),
    await add("fost", "agent", "Agent"),
    await add("plecat", "erp", "Operator"),
    await add("mort", "agent", "Agent"),
  ];
  await database.updateTable("offers").set({ make: nonces.offer }).where("id", "=", 10_001).execute();
  const join = (person: Person) => call(person, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
  const roomId = (await join(people.ana)).body.chat.id;
  for (const person of [people.mia, ioana, fost, plecat, mort]) await join(person);
  await call(people.mihai, "POST", "/api/v1/join", { type: 1, channel: 10_005 });
  const text = { message: `salut ${nonces.room}` };
  const { message } = (await call(people.ana, "POST", `/api/v1/publish/${roomId}`, text)).body;
  const content = Buffer.from(nonces.room);
  await giveFile(api, message.id, { name: `${nonces.room}.jpg`, mime: "image/jpeg", content, preview: content });

  const program = { ...people.radu, token: makeToken() };
  const now = isoTime(systemClock.now());
  await database
    .insertInto("tokens")
    .values({ hash: hashToken(program.token), participant_id: program.id, created_at: now, program: "ERP" })
    .execute();
  await database.deleteFrom("participant_roles").where("participant_id", "=", fost.id).execute();
  const longAgo = isoTime(systemClock.now() - tokenIdleMsMax - 1000);
  await database.updateTable("tokens").set({ last_used_at: longAgo }).where("participant_id", "=", plecat.id).execute();
  await database.updateTable("participants").set({ disabled_at: now }).where("id", "=", mort.id).execute();
  const actors: Actors = {
    nobody: null,
    owner: people.ana,
    customer: people.mihai,
    operator: people.radu,
    operatorInside: ioana,
    agent: people.vlad,
    agentInside: people.mia,
    admin: people.admin,
    noRoles: people.nou,
    lostRole: fost,
    program,
    expired: plecat,
    disabled: mort,
  };
  return { ...api, actors, subjects: { owner: people.ana, agentInside: people.mia, roomId, messageId: message.id } };
}
