import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import { inTransaction } from "../storage/transaction.ts";
import { arrange, type ArrangedNow, type Arrangement } from "./rules.ts";
import type { OwnRoomStore } from "./store.ts";

const lockPerson = namedStatement<Pick<ArrangedNow, "nextVersion">>(
  "own-rooms-lock-person",
  `select version + 1 as "nextVersion" from participants where id = $1 for no key update`,
);

const statementsOf = (column: string) => ({
  lockRoom: namedStatement<Pick<ArrangedNow, "before" | "total">>(
    `own-rooms-lock-${column}`,
    `select ${column} as before, (select count(*) from memberships where participant_id = $1 and ${column} is not null) as total
     from memberships where participant_id = $1 and room_id = $2 for no key update`,
  ),
  arrangeRoom: namedStatement(
    `own-rooms-arrange-${column}`,
    `with arranged as (update memberships set ${column} = $3 where participant_id = $1 and room_id = $2)
     update participants set version = version + 1 where id = $1`,
  ),
});

const statements: Readonly<Record<Arrangement, ReturnType<typeof statementsOf>>> = {
  pinned: statementsOf("pinned_version"),
  muted: statementsOf("muted_version"),
  unread: statementsOf("unread_from"),
};

const selectMessage = namedStatement("own-rooms-message", "select from messages where room_id = $1 and seq = $2");

export function createOwnRoomStore(pool: StatementPool): OwnRoomStore {
  return {
    arrange: ({ roomId, participantId }, how, wanted) =>
      inTransaction(pool, async (client) => {
        const [person] = await lockPerson(client, [participantId]);
        const [room] = await statements[how].lockRoom(client, [participantId, roomId]);
        if (person === undefined || room === undefined) return "no-member";
        const arranged = arrange(how, wanted, { ...person, ...room });
        if (typeof arranged === "string") return arranged;
        await statements[how].arrangeRoom(client, [participantId, roomId, arranged.becomes]);
        return "changed";
      }),
    hasMessage: async (roomId, seq) => (await selectMessage(pool, [roomId, seq])).length > 0,
  };
}
