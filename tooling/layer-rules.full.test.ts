import { describe, expect, it } from "vitest";
import { plantLayers, rulesBroken } from "./planted-layers.ts";

describe("layer rules", () => {
  it.each([
    [
      "D1",
      "the server in the protocol",
      { "protocol/src/file.ts": 'import { now } from "../../server/src/kernel/clock.ts"; export const a = now;' },
    ],
    [
      "D1",
      "the protocol in the loader",
      { "embed/src/file.ts": 'import { id } from "../../protocol/src/room.ts"; export const a = id;' },
    ],
    [
      "D1",
      "the loader in the web app",
      {
        "embed/src/loader.ts": "export const embed = 1;",
        "web/src/rooms/a.ts": 'import { embed } from "../../../embed/src/loader.ts"; export const a = embed;',
      },
    ],
    [
      "D2",
      "the server in the web app",
      { "web/src/rooms/a.ts": 'import { now } from "../../../server/src/kernel/clock.ts"; export const a = now;' },
    ],
    [
      "D2",
      "the web app in the server",
      { "server/src/rooms/a.ts": 'import { call } from "../../../web/src/api/api-client.ts"; export const a = call;' },
    ],
    [
      "D2",
      "the server in a fault run",
      { "faults/src/a.ts": 'import { now } from "../../server/src/kernel/clock.ts"; now();' },
    ],
    [
      "D2",
      "the protocol in a fault run",
      { "faults/src/a.ts": 'import type { Room } from "@cuplaj/protocol/room.ts"; export const room: Room[] = [];' },
    ],
    ["D2", "a fault run in bench", { "bench/src/a.ts": 'import { a } from "../../faults/src/main.ts"; a.at(0);' }],
    [
      "D2",
      "the server in e2e",
      { "e2e/src/a.e2e.ts": 'import { now } from "../../server/src/kernel/clock.ts"; now();' },
    ],
    [
      "D2",
      "the protocol in the ERP simulator",
      { "e2e/src/erp-simulator/a.ts": 'import { a } from "@cuplaj/protocol/room.ts"; export const b = a;' },
    ],
    [
      "D2",
      "the web app in bench",
      { "bench/src/a.ts": 'import { call } from "../../web/src/api/api-client.ts"; call(1);' },
    ],
    [
      "D3",
      "a use case in rules",
      { "server/src/messages/rules.ts": 'import { publish } from "./publish-message.ts"; export const a = publish;' },
    ],
    [
      "D3",
      "a type of an impure file in a transition",
      {
        "web/src/rooms/receive-room.ts":
          'import type { call } from "../api/api-client.ts"; export type A = typeof call;',
      },
    ],
    ["D4", "the SQL driver in a use case", { "server/src/rooms/a.ts": 'import pg from "pg"; export const a = pg;' }],
    [
      "D4",
      "a type of the query builder in a port",
      { "server/src/rooms/store.ts": 'import type { Kysely } from "kysely"; export type A = Kysely;' },
    ],
    [
      "D4",
      "the websocket library outside its file",
      { "server/src/realtime/connection.ts": 'import ws from "ws"; export const a = ws;' },
    ],
    [
      "D4",
      "the HTTP framework in a use case",
      { "server/src/rooms/a.ts": 'import type { FastifyReply } from "fastify"; export type A = FastifyReply;' },
    ],
    [
      "D5",
      "another slice's SQL",
      { "server/src/messages/store.pg.ts": 'import { store } from "../rooms/store.pg.ts"; export const a = store;' },
    ],
    [
      "D5",
      "another slice's routes",
      { "server/src/messages/routes.ts": 'import { routes } from "../rooms/routes.ts"; export const a = routes;' },
    ],
    [
      "D5",
      "how the server is put together in a slice",
      {
        "server/src/start/start-server.ts": "export const startServer = () => 1;",
        "server/src/rooms/a.ts":
          'import { startServer } from "../start/start-server.ts"; export const a = startServer;',
      },
    ],
    [
      "D6",
      "SQL in a use case of the same slice",
      { "server/src/rooms/leave-room.ts": 'import { store } from "./store.pg.ts"; export const a = store;' },
    ],
    [
      "D6",
      "HTTP in a use case",
      { "server/src/rooms/leave-room.ts": 'import { router } from "../http/router.ts"; export const a = router;' },
    ],
    [
      "D7",
      "a cycle of files",
      {
        "server/src/rooms/a.ts": 'import { b } from "./b.ts"; export const a = b;',
        "server/src/rooms/b.ts": 'import { a } from "./a.ts"; export const b = a;',
      },
    ],
    [
      "D9",
      "the menu library outside of design",
      {
        "web/src/rooms/room-card.tsx":
          'import * as Menu from "@radix-ui/react-dropdown-menu"; export const RoomCard = () => <Menu.Root />;',
      },
    ],
    [
      "D9",
      "the api client in a component",
      {
        "web/src/rooms/room-card.tsx":
          'import { call } from "../api/api-client.ts"; export function RoomCard() { return <p>{String(call(1))}</p>; }',
      },
    ],
    [
      "D10",
      "test people in production",
      { "server/src/rooms/a.ts": 'import { ana } from "../testing/people.ts"; export const a = ana;' },
    ],
    [
      "D10",
      "a test in production",
      {
        "server/src/rooms/a.ts": 'import { b } from "./b.test.ts"; export const a = b;',
        "server/src/rooms/b.test.ts": "export const b = 1;",
      },
    ],
    [
      "D10",
      "an undeclared package",
      { "server/src/rooms/a.ts": 'import lodash from "lodash"; export const a = lodash;' },
    ],
    [
      "D10",
      "a dev dependency in the running server",
      { "server/src/rooms/a.ts": 'import pusher from "pusher"; export const a = pusher;' },
    ],
    [
      "D10",
      "a file that does not exist",
      { "server/src/rooms/a.ts": 'import { b } from "./nowhere.ts"; export const a = b;' },
    ],
    [
      "D12",
      "a slice of the page in another",
      {
        "web/src/printing/printing.tsx":
          'import { RoomList } from "../rooms/room-list.tsx"; export const Printing = RoomList;',
      },
    ],
    [
      "D12",
      "a composing folder in a slice",
      {
        "web/src/home/home-screen.tsx": "export const HomeScreen = 1;",
        "web/src/rooms/a.ts": 'import { HomeScreen } from "../home/home-screen.tsx"; export const a = HomeScreen;',
      },
    ],
    [
      "D12",
      "a slice in the state",
      {
        "web/src/state/selectors.ts":
          'import type { State } from "../rooms/rooms-state.ts"; export type Selector = (state: State) => void;',
      },
    ],
    [
      "D12",
      "a tenth floor of the page",
      Object.fromEntries(
        Array.from("jihgfedcb", (floor, i) => [
          `web/src/${floor}.ts`,
          `import { a } from "./${"ihgfedcba"[i]}.ts"; export const b = a;`,
        ]).concat([["web/src/a.ts", "export const a = 1;"]]),
      ),
    ],
    [
      "REALTIME",
      "chat in the realtime server",
      { "server/src/realtime/a.ts": 'import { canView } from "../rooms/rules.ts"; export const a = canView;' },
    ],
  ])("%s reports %s, and no other rule does", async (rule, _what, files) => {
    expect(await rulesBroken(plantLayers(files))).toEqual([rule]);
  });
});
