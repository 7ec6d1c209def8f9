import type { CallAnswer } from "@cuplaj/protocol/calls.ts";
import { messagesPerPage } from "@cuplaj/protocol/limits.ts";
import type { Message } from "@cuplaj/protocol/message.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";
import type { HistoryEvent } from "@cuplaj/protocol/sync.ts";
import { publicSettings } from "./public-settings.ts";
import { type Answers, refuse, type Refusal, type SeenCall } from "./scripted-call.ts";
import { carAnswers } from "./scripted-cars.ts";
import { listOffers } from "./scripted-offer-list.ts";
import { requestAnswers } from "./scripted-requests.ts";
import { searchWorld } from "./scripted-search.ts";
import { mia, radu, type PageUser, users, type World, type WorldRoom } from "./scripted-world.ts";

/** The usual responses of a working server; the test scripts any other call. */
export function defaultAnswers(world: World, now: () => string): Answers {
  return {
    settings: () => publicSettings,
    ...signingIn(world),
    ...rooms(world),
    ...messages(world, now),
    ...ownSettings(world),
    ...requestAnswers(world),
    ...carAnswers(),
    viewOffer: ({ params }) => {
      const at = world.rooms.get(Number(params["id"]));
      return at ? { oferta: at.offer } : refuse("not_found");
    },
    listOffers: (call) => listOffers(world, call),
    searchChats: ({ body }) => searchWorld(world, body),
    lookupUsers: () => ({ customers: [], users: [], agents: [] }),
    subscribePush: () => ({ subscribed: true }),
    unsubscribePush: () => ({ unsubscribed: true }),
  };
}

/** Everybody's password is "demo", and each token names its person. */
function signingIn(world: World): Answers {
  const signIn =
    (isErp: boolean) =>
    ({ body: { username, password } }: SeenCall) => {
      const user = Object.hasOwn(users, username) ? users[username as PageUser] : null;
      if (user === null || password !== "demo" || (user.type === "erp") !== isErp) return refuse("invalid_credentials");
      world.user = user;
      return { token: `${username}s-token`, user };
    };
  return {
    login: signIn(false),
    erpLogin: signIn(true),
    logout: () => ({ logged_out: true }),
    me: () => ({ user: world.user }),
  };
}

function rooms(world: World): Answers {
  const listed = () =>
    [...world.rooms.values()]
      .flatMap(({ room }) => (room.is_member ? [room] : []))
      .toSorted((a, b) => (a.updated_at === b.updated_at ? b.id - a.id : a.updated_at < b.updated_at ? 1 : -1));
  const inRoom =
    <Answer>(answer: (at: WorldRoom, call: SeenCall) => Answer) =>
    (call: SeenCall): Answer | Refusal => {
      const at = world.roomOf(call.params["roomId"] ?? call.params["channelId"] ?? "");
      return at ? answer(at, call) : refuse("not_found");
    };
  return {
    listRooms: ({ query }) => {
      const all = listed();
      const unread = all.filter(({ unread_count }) => unread_count > 0);
      const mine = all.filter(({ taken_over_by }) => taken_over_by?.id === world.user.id);
      const unclaimed = all.filter(({ waiting_since, taken_over_by }) => waiting_since !== null && !taken_over_by);
      const lists = { all, unread, mine, unclaimed };
      const counts = { all: all.length, unread: unread.length, mine: mine.length, unclaimed: unclaimed.length };
      const passed = lists[(query["filter"] ?? "all") as keyof typeof lists];
      return { chats: passed, total: passed.length, page: 1, counts };
    },
    listChannels: () => ({ channels: [] }),
    viewRoom: inRoom(({ room }) => {
      const mayView = room.is_member || hasPermission(world.user.roles, "rooms.view-any");
      return mayView ? { chats: [room], data: { channel: room.channel, id: room.id } } : refuse("not_found");
    }),
    joinRoom: ({ body }) => {
      const at = world.roomOf(body.channel) ?? world.rooms.get(Number(body.channel));
      if (!at) return refuse("not_found");
      at.room = { ...at.room, is_member: true };
      return { chat: at.room };
    },
    leaveRoom: inRoom((at) => {
      at.room = { ...at.room, is_member: false };
      return { left: true as const };
    }),
    markRead: inRoom((at, { body }) => {
      const read_seq = Math.max(at.room.read_seq, body?.upto ?? at.room.last_seq);
      at.room = { ...at.room, read_seq, unread_count: 0 };
      return { room_id: at.room.id, unread_count: 0, read_seq };
    }),
    addMember: inRoom((at, { body: { user_id: id } }) => {
      const { customer, members } = at.room;
      const person = [customer, mia, radu].find((each) => each.id === id);
      if (!person) return refuse("not_found");
      const added = { id, name: person.name, type: person.type };
      const changed = { members: [...members, added], members_total: members.length + 1 };
      at.room = {
        ...at.room,
        ...changed,
        customer: { ...customer, is_member: customer.is_member || id === customer.id },
      };
      return { chat: at.room };
    }),
    listStaff: () => ({ staff: [mia, radu] }),
    listMembers: inRoom(({ room: { members } }) => ({
      ...{
        members: members.map((member) => ({ ...member, is_online: false, may_put_out: member.id === mia.id })),
        total: members.length,
        page: 1,
      },
    })),
    listFiles: inRoom(({ messages: all }) => {
      const files = all.filter(({ messages_file }) => messages_file !== null).toReversed();
      return { messages: files, total: files.length, page: 1 };
    }),
    listMessages: inRoom((at, { query }) => ({ data: historyPage(at, query) })),
    sync: ({ body }) => ({
      ...{ epoch: listed()[0]?.epoch ?? "", reset: [], chats: [], user_version: world.user.version },
      rooms: Object.entries<number>(body.cursors).flatMap(([id, cursor]) => {
        const at = world.roomOf(id);
        const events = at?.log.filter(({ seq }) => seq > cursor) ?? [];
        return at ? [{ id: at.room.id, events, head: at.room.last_seq, has_more: false }] : [];
      }),
      unread: Object.fromEntries(listed().map(({ id, unread_count }) => [id, unread_count])),
    }),
  };
}

function historyPage(at: WorldRoom, query: SeenCall["query"]) {
  const { room, messages: all } = at;
  const [before, after, around] = ["before_seq", "after_seq", "around_seq"].map((name) => Number(query[name] ?? NaN));
  const upTo = (seq: number) => all.filter((one) => one.seq <= seq);
  const past = (seq: number) => all.filter((one) => one.seq > seq);
  const half = messagesPerPage / 2;
  const page =
    before !== undefined && before >= 0
      ? upTo(before - 1).slice(-messagesPerPage)
      : after !== undefined && after >= 0
        ? past(after).slice(0, messagesPerPage)
        : around !== undefined && around >= 0
          ? [...upTo(around).slice(-half), ...past(around).slice(0, half)]
          : all.slice(-messagesPerPage);
  return { id: room.id, messages: page, events: linesAmong(page, at), total: all.length, page: 1, seq: room.last_seq };
}

const lineNames: readonly string[] = ["RoomUpdated", "AfterHours"];

/** MSG-9: the events between a page's messages, and those up to the next message. */
function linesAmong(page: readonly Message[], { messages: all, log }: WorldRoom): HistoryEvent[] {
  const first = page[0]?.seq ?? 0;
  const end = all[all.indexOf(page.at(-1)!) + 1]?.seq ?? Infinity;
  return log.filter(({ seq, event }) => lineNames.includes(event) && seq > first && seq < end);
}

function messages(world: World, now: () => string): Answers {
  const amend =
    (given: (call: SeenCall) => object) =>
    (call: SeenCall): CallAnswer<"editMessage"> | Refusal => {
      const at = world.roomOf(call.params["roomId"] ?? "");
      const index = at?.messages.findIndex(({ id }) => id === Number(call.params["messageId"])) ?? -1;
      const old = at?.messages[index];
      if (!at || !old) return refuse("not_found");
      const seq = at.room.last_seq + 1;
      const message = { ...old, ...given(call), updated_seq: seq };
      at.messages[index] = message;
      at.room = { ...at.room, last_seq: seq, messages: at.messages.slice(-1) };
      const { id, name, type } = world.user;
      const data = { message, by: { id, name, type }, room: world.headOf(at) };
      at.log.push({ seq, event: "MessageUpdated", data });
      world.announce("MessageUpdated", data);
      return { message };
    };
  return {
    publishMessage: ({ params, body }) => {
      const at = world.roomOf(params["roomId"] ?? "");
      if (!at) return refuse("not_found");
      // MSG-2: a repeated send is the same message.
      const before = at.messages.find(({ client_id }) => client_id !== null && client_id === body.client_id);
      if (before) return { message: before };
      const given = { client_id: body.client_id ?? null };
      const said = world.say(world.user, at.room.offer_id ?? at.room.request?.id ?? 0, body.message, given);
      world.announce("ChatMessage", said);
      return { message: said.message };
    },
    editMessage: amend(({ body }) => ({ message: body.message, edited_at: now() })),
    deleteMessage: amend(() => ({ message: "", messages_file: null, deleted_at: now() })),
  };
}

/** A person's own settings. Each change increments their version (AUTH-8). */
function ownSettings(world: World): Answers {
  const change = (given: Partial<User>) => {
    world.user = { ...world.user, ...given, version: world.user.version + 1 };
    return { user: world.user };
  };
  const toggled = (ids: readonly number[], id: number, is: boolean) =>
    is ? [...ids.filter((one) => one !== id), id] : ids.filter((one) => one !== id);
  const arrange = (call: SeenCall, key: "pinned" | "muted") => {
    const id = world.roomOf(call.params["roomId"] ?? "")?.room.id ?? 0;
    const rooms = { ...world.user.rooms, [key]: toggled(world.user.rooms[key], id, call.body[key]) };
    return change({ rooms });
  };
  return {
    changeLanguage: ({ body }) => change({ locale: body.locale }),
    chooseNotifications: ({ body }) => change({ notifications: body }),
    listDevices: () => ({ devices: [] }),
    viewMail: () => ({ mail: null }),
    pinRoom: (call) => arrange(call, "pinned"),
    muteRoom: (call) => arrange(call, "muted"),
    markUnread: ({ params, body: { from } }) => {
      const id = world.roomOf(params["roomId"] ?? "")?.room.id ?? 0;
      const others = world.user.rooms.unread.filter((mark) => mark.id !== id);
      const unread = from === null ? others : [...others, { id, seq: from }];
      return {
        room_id: id,
        unread_count: from === null ? 0 : 1,
        ...change({ rooms: { ...world.user.rooms, unread } }),
      };
    },
    silencePerson: ({ params, body }) => {
      const [id, type] = [Number(params["userId"]), params["type"] as User["type"]];
      const others = world.user.users_silenced.filter(({ user_id }) => user_id !== id);
      const users_silenced = body.silenced === false ? others : [...others, { user_id: id, type }];
      return { deleted: body.silenced === false, users_silenced, ...change({ users_silenced }) };
    },
  };
}
