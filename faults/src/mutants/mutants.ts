import type { Mutant } from "./mutant.ts";

export const mutants: readonly Mutant[] = [
  {
    name: "acknowledge-before-commit",
    about: "answers and tells as soon as the rows are written, and commits 80 ms later",
    replacements: [
      {
        file: "server/src/messages/publish-messages.pg.ts",
        find: "(await storeMessages(pool, messages, timestamp))",
        replace: `(await pool.connect().then(async (client) => {
    await client.query("begin");
    const written = await storeMessages(client, messages, timestamp);
    setTimeout(() => void client.query("commit").finally(() => client.release()), 80);
    return written;
  }))`,
      },
    ],
    leadsTo: ["lost"],
    workload: "killed",
  },
  {
    name: "catch-up-by-id",
    about: "catches up from the newest message id that the client has seen in any room, instead of each room's seq",
    replacements: [
      {
        file: "server/src/sync/log.pg.ts",
        find: "from messages ${within}",
        replace: `from messages \${within} and id > (
        select coalesce(max(seen.id), 0) from unnest($1::bigint[], $2::bigint[]) cursors (room, place)
        join messages seen on seen.room_id = cursors.room and seen.seq <= cursors.place)`,
      },
    ],
    leadsTo: ["lost", "gap"],
    workload: "busy",
  },
  {
    name: "broadcast-without-room-order",
    about: "tells each change of a room when its own commit is heard of, whatever else is under way in that room",
    replacements: [
      {
        file: "server/src/rooms/room-queue.ts",
        find: "const before = tails.get(roomId);",
        replace: "const before = undefined;",
      },
    ],
    leadsTo: ["reordered"],
    workload: "busy",
  },
  {
    name: "action-without-room-order",
    about: "tells an action when its own commit is heard of, whatever else is under way in its room",
    replacements: [
      {
        file: "server/src/actions/act-on-message.ts",
        find: "await changeRoom(parts, roomId,",
        replace: "await changeRoom({ ...parts, queue: { run: (_roomId, work) => work() } }, roomId,",
      },
    ],
    leadsTo: ["reordered"],
    workload: "busy",
  },
  {
    name: "unread-as-a-counter",
    about: "counts unread up and sets it to zero on every read, wherever that ends",
    replacements: [
      {
        file: "server/src/rooms/write-room.pg.ts",
        find: "case when target.seq = room.last_seq then room.messages_total else",
        replace: "case when true then room.messages_total else",
      },
    ],
    leadsTo: ["unread-drift"],
    workload: "busy",
  },
  {
    name: "no-membership-check",
    about:
      "signs the channel of any room for anybody, admits whoever is signed in, and sends its events to all who hold it",
    replacements: [
      {
        file: "server/src/channel-authorization/authorize-channels.ts",
        find: "memberRooms.has(channel.roomName) && isInSession(user, channel.roomName)",
        replace: "isInSession(user, channel.roomName)",
      },
      {
        file: "server/src/channel-authorization/admit-subscriptions.ts",
        find: "const isMember = membership === null || members.has(membership);",
        replace: "const isMember = true;",
      },
      {
        file: "server/src/rooms/broadcast-entry.ts",
        find: "addressed.has(userId) || !Number.isSafeInteger(Number(userId))",
        replace: 'addressed.size > 0 || userId !== ""',
      },
    ],
    leadsTo: ["leak"],
    workload: "busy",
  },
  {
    name: "careless-with-words",
    about: "acknowledges edits and deletions 80 ms before they commit",
    replacements: [
      {
        file: "server/src/edits/store.pg.ts",
        find: 'import { inTransaction } from "../storage/transaction.ts";',
        replace: `async function inTransaction<T>(pool: any, run: (client: StatementPool) => Promise<T>): Promise<T> {
          const client = await pool.connect();
          await client.query("begin");
          const written = await run(client);
          setTimeout(() => void client.query("commit").finally(() => client.release()), 80);
          return written;
        }`,
      },
    ],
    leadsTo: ["lost"],
    workload: "killed",
  },
  {
    name: "careless-with-files",
    about:
      "loses a byte of some chunks, publishes some files before their objects are stored, and forgets what it was to remove",
    replacements: [
      {
        file: "server/src/files/uploads/work-file.ts",
        find: "await writer.write(chunk);",
        replace: "await writer.write(Math.random() < 0.3 ? chunk.subarray(1) : chunk);",
      },
      {
        file: "server/src/files/uploads/publish-file.ts",
        find: "await storage.put(row.id, found.file);",
        replace: "if (Math.random() < 0.8) await storage.put(row.id, found.file);",
      },
      {
        file: "server/src/files/storage/sweep.ts",
        find: "this.#rounds.attempt(() => storage.remove(name).then(() => true))",
        replace: "Promise.resolve(true)",
      },
    ],
    leadsTo: ["file-lost", "file-torn", "file-stray"],
    workload: "files",
  },
];
