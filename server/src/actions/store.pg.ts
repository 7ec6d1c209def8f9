import type { StoredAction } from "../rooms/action-rules.ts";
import { readChange, type StoredChange } from "../rooms/log-rules.ts";
import { actionsOfMessage } from "../rooms/action-columns.ts";
import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import type { Acted, ActionPage, ActionStore } from "./store.ts";

/** A row of the functions of `acting.sql` and `take-overs.sql`. */
interface ActedRow extends StoredChange {
  readonly outcome: string;
  readonly action: StoredAction | null;
}

const answer = `select outcome, action, entries, members_seq as "membersSeq"`;

const actStatement = namedStatement<ActedRow>(
  "actions-act",
  `${answer} from act_on($1, $2, $3, $4::smallint, $5, $6, $7, $8)`,
);
const handOverStatement = namedStatement<ActedRow>(
  "actions-hand-over",
  `${answer} from hand_over($1, $2, $3, $4, $5, $6, $7)`,
);
const selectActions = namedStatement<ActionPage>("actions-list", actionsOfMessage);

export function createActionStore(pool: StatementPool): ActionStore {
  return {
    async act({ roomId, messageId, authorType, actionId, participantId, wished, mayTakeFromOthers, now }) {
      const values = [roomId, messageId, authorType, actionId, participantId, wished, mayTakeFromOthers, now];
      return toActed(roomId, await actStatement(pool, values));
    },
    async handOver({ roomId, participantId, to, note, mayTakeFromOthers, mayBringIn, now }) {
      const values = [roomId, participantId, to, note, mayTakeFromOthers, now, mayBringIn];
      return toActed(roomId, await handOverStatement(pool, values));
    },
    async listActions(roomId, messageId, skip, take) {
      const [page] = await selectActions(pool, [roomId, messageId, skip, take]);
      return page ?? null;
    },
  };
}

function toActed<Refusal extends string>(roomId: number, [row]: readonly ActedRow[]): Acted<Refusal> {
  if (row === undefined) throw new Error("an act without an answer");
  const { outcome, action } = row;
  // The functions answer an action with just those outcomes that have one.
  return { outcome, action, entries: readChange(roomId, row) } as Acted<Refusal>;
}
