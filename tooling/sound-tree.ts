const menus = "@radix-ui/react-dropdown-menu";
const packageNames = ["pg", "kysely", "ws", "fastify", "typebox", "lodash", "pusher", menus];
const installed = Object.fromEntries(
  packageNames.flatMap((name) => [
    [`node_modules/${name}/package.json`, JSON.stringify({ name, version: "1.0.0", main: "main.js" })],
    [`node_modules/${name}/main.js`, "module.exports = {};"],
  ]),
);

/** A small product that follows every rule: one slice in each workspace, and the files that may import a library. */
export const soundTree: Readonly<Record<string, string>> = {
  ...installed,
  "package.json": JSON.stringify({
    name: "planted",
    workspaces: ["protocol", "server", "web", "e2e", "bench", "faults"],
  }),
  "protocol/package.json": JSON.stringify({
    name: "@cuplaj/protocol",
    exports: { "./*.ts": "./src/*.ts" },
    dependencies: { typebox: "1.0.0" },
  }),
  "server/package.json": JSON.stringify({
    name: "@cuplaj/server",
    dependencies: { "@cuplaj/protocol": "1", pg: "1", ws: "1", fastify: "1", kysely: "1" },
    devDependencies: { pusher: "1" },
  }),
  "web/package.json": JSON.stringify({
    name: "@cuplaj/web",
    dependencies: { [menus]: "1" },
    devDependencies: { "@cuplaj/protocol": "1" },
  }),
  "protocol/src/room.ts": 'import { Type } from "typebox"; export type Room = Type;',
  "server/src/main.ts":
    'import { routes } from "./rooms/routes.ts"; import { store } from "./rooms/store.pg.ts"; routes(store);',
  "server/src/kernel/clock.ts": "export const now = () => 1;",
  "server/src/http/router.ts": 'import fastify from "fastify"; export const router = fastify;',
  "server/src/storage/database.ts": 'import pg from "pg"; export const pool = pg;',
  "server/src/realtime/websocket-transport.ts":
    'import ws from "ws"; import { now } from "../kernel/clock.ts"; export const a = [ws, now];',
  "server/src/rooms/rules.ts":
    'import type { Room } from "@cuplaj/protocol/room.ts"; export const canView = (room: Room) => room;',
  "server/src/rooms/store.ts": 'import type { Room } from "@cuplaj/protocol/room.ts"; export type Rooms = Room[];',
  "server/src/rooms/store.pg.ts": 'import { pool } from "../storage/database.ts"; export const store = pool;',
  "server/src/rooms/join-room.ts": 'import { canView } from "./rules.ts"; export const joinRoom = canView;',
  "server/src/rooms/routes.ts":
    'import type { FastifyInstance } from "fastify"; import { joinRoom } from "./join-room.ts"; export const routes = (a: FastifyInstance) => [a, joinRoom];',
  "server/src/messages/publish-message.ts":
    'import { canView } from "../rooms/rules.ts"; export const publish = canView;',
  "server/src/testing/people.ts": "export const ana = 1;",
  "web/src/main.tsx":
    'import { RoomList } from "./rooms/room-list.tsx"; import { call } from "./api/api-client.ts"; call(<RoomList />);',
  "web/src/api/api-client.ts": "export const call = (a: unknown) => a;",
  "web/src/rooms/rooms-state.ts": 'import type { Room } from "@cuplaj/protocol/room.ts"; export type State = Room[];',
  "web/src/rooms/room-list.tsx":
    'import type { State } from "./rooms-state.ts"; export function RoomList({ at = 1 }: { at?: number }) { return <b title={"x"}>{at as unknown as State}</b>; }',
  "e2e/src/rooms.e2e.ts":
    'import type { Room } from "@cuplaj/protocol/room.ts"; export const room: Room | undefined = undefined;',
  "bench/src/main.ts": 'import { now } from "../../server/src/kernel/clock.ts"; now();',
  "faults/src/main.ts": 'import ws from "ws"; import pg from "pg"; export const a = [ws, pg];',
  "faults/package.json": JSON.stringify({ name: "@cuplaj/faults", devDependencies: { pg: "1", ws: "1" } }),
};
