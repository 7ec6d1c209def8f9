import { describe, expect, test } from "vitest";
import { endOfTick } from "../kernel/clock.ts";
import { silentLog } from "../kernel/log.ts";
import { FakeClock } from "../testing/realtime/fake-clock.ts";
import { createAdmitSubscriptions } from "./admit-subscriptions.ts";
import type { AccessStore, SessionOwner } from "./store.ts";

const room = "presence-oferta.10001";
const viewer = [{ name: "Customer", permissions: ["rooms.view"] }];

function startAdmission() {
  const owners = new Map<string, SessionOwner>();
  const members = new Map<number, string[]>();
  const statements: Parameters<AccessStore["findAccess"]>[0][] = [];
  const warnings: string[] = [];
  const state = { isAway: false, hold: Promise.resolve() };
  const clock = new FakeClock();
  const admit = createAdmitSubscriptions({
    store: {
      async findAccess(asked) {
        statements.push(asked);
        await state.hold;
        if (state.isAway) throw new Error("away");
        const isMember = members.get.bind(members);
        return {
          owners: new Map(
            asked.sessions.flatMap((session) => [[session, owners.get(session)] as const]).filter(isKnown),
          ),
          members: new Set(
            asked.memberships.filter((membership) => isMember(membership.participantId)?.includes(membership.roomName)),
          ),
        };
      },
    },
    clock,
    log: { ...silentLog, warn: (_fields: unknown, message?: string) => void warnings.push(String(message)) },
  });
  const asked = { channel: room, userId: "1", session: "a1", isPending: true };
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await endOfTick();
  };
  const ask = async (changes: { channel?: string; userId?: string | null; session?: string | null } = {}) => {
    const answer = admit({ ...asked, ...changes });
    await pass(5);
    return await answer;
  };
  owners.set("a1", { participantId: 1, roles: viewer });
  members.set(1, ["oferta.10001"]);
  return { owners, members, statements, warnings, state, clock, admit, asked, ask, pass };
}
const isKnown = (entry: readonly [string, SessionOwner | undefined]): entry is readonly [string, SessionOwner] =>
  entry[1] !== undefined;

describe("permission to subscribe", () => {
  test("[ROOM-6c] admits members with a valid session to the room's channel, but nobody who left, whatever the signature's age", async () => {
    const { members, ask } = startAdmission();
    expect(await ask()).toBe("admitted");
    members.set(1, ["oferta.10002"]);
    expect(await ask()).toBe("refused");
  });

  test("[LIVE-2a] admits people to their own channel only with their own session", async () => {
    const { ask } = startAdmission();
    expect(await ask({ channel: "private-user.1" })).toBe("admitted");
    expect(await ask({ channel: "private-user.2" })).toBe("refused");
  });

  test("[AUTH-4b] refuses ended sessions and those of other people", async () => {
    const { owners, ask } = startAdmission();
    for (const channel of [room, "private-user.1"]) {
      expect(await ask({ channel, session: "b2" })).toBe("ended");
      expect(await ask({ channel, userId: "2" })).toBe("ended");
    }
    owners.delete("a1");
    expect(await ask()).toBe("ended");
  });

  test("[PERM-1] refuses people without rooms.view, both in rooms and on their own channel", async () => {
    const { owners, ask } = startAdmission();
    for (const roles of [[], [{ name: "Operator", permissions: ["rooms.join"] }]]) {
      owners.set("a1", { participantId: 1, roles });
      expect([await ask(), await ask({ channel: "private-user.1" })]).toEqual(["refused", "refused"]);
    }
  });

  test("[ROOM-6c] signatures of other programs are checked for membership if they name a person, otherwise admitted", async () => {
    const { statements, ask } = startAdmission();
    expect(await ask({ session: null })).toBe("admitted");
    expect(await ask({ session: null, userId: "2" })).toBe("refused");
    statements.length = 0;
    for (const userId of ["erp-worker", "1.5", "1e30", null]) {
      expect(await ask({ session: null, userId })).toBe("admitted");
    }
    expect(await ask({ session: null, channel: "private-erp-jobs" })).toBe("admitted");
    expect(statements).toEqual([]);
  });
});

describe("asking the database", () => {
  test("[ROOM-6c] takes one statement for all checks within 5 ms, and one for all that arrive during it", async () => {
    const { members, statements, state, admit, asked, pass } = startAdmission();
    members.set(1, ["oferta.10001", "oferta.10002"]);
    const held = Promise.withResolvers<void>();
    state.hold = held.promise;
    const channels = [room, "private-user.1", "presence-oferta.10002", "presence-oferta.10003"];
    const answers = channels.map((channel) => admit({ ...asked, channel }));
    await pass(5);
    const later = channels.map((channel) => admit({ ...asked, channel }));
    await pass(1000);
    expect(statements).toHaveLength(1);
    expect([statements[0]?.sessions, statements[0]?.memberships.length]).toEqual([["a1"], 3]);
    held.resolve();
    const verdicts = ["admitted", "admitted", "admitted", "refused"];
    expect([await Promise.all(answers), await Promise.all(later)]).toEqual([verdicts, verdicts]);
    expect(statements).toHaveLength(2);
  });

  test("[LIVE-8] retries while it is down, for those who still wait, and logs one line", async () => {
    const { clock, statements, state, warnings, admit, asked, pass } = startAdmission();
    state.isAway = true;
    const gone = { ...asked };
    const answers: unknown[] = [];
    void admit(gone).then((verdict) => answers.push(verdict));
    const waiting = admit({ ...asked, channel: "private-user.1" });
    await pass(5);
    await pass(500);
    gone.isPending = false;
    await pass(500);
    state.isAway = false;
    await pass(500);
    expect([await waiting, answers, warnings.length]).toEqual(["admitted", [], 1]);
    expect(statements.map(({ memberships }) => memberships.length)).toEqual([1, 1, 0, 0]);
    await pass(5);
    expect(clock.timerCount).toBe(0);
  });
});
