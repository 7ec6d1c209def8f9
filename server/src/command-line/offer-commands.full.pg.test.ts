import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RoomHeads } from "@cuplaj/protocol/events.ts";
import { expect, test } from "vitest";
import { call, signIn } from "../testing/http-calls.ts";
import { openLive } from "../testing/open-live.ts";
import { runHere, startHere } from "../testing/server-here.ts";
import { initialisedFolder, temporaryFolder } from "../testing/server-process.ts";

const header =
  "oferta;versiune;stare;client;valabila pana la;id linie;cod;cantitate;pret unitar;cota tva;stoc;zile livrare;stare linie";

test("[ERP-2f][ERP-2j] next to a running server an import is all or nothing, and open rooms update", async () => {
  const settings = { DATA_DIR: initialisedFolder("demo"), DEMO: "1" };
  const { url } = await startHere(settings);
  const token = await signIn(url, "ana");
  const socket = await openLive(url, token);
  const view = async (number: number) => (await call(url, `/api/v1/oferta/${number}`, { token })).body["oferta"];
  const before = (await view(10_001)) as { version: number };
  const file = join(temporaryFolder(), "oferte.csv");
  const write = (...rows: readonly string[]): void => writeFileSync(file, [header, ...rows].join("\r\n"));
  const changed = `10001;${before.version + 1};sent;ana;31.12.2030;1;ABC;2;1.234,50;21;3;1;offered`;
  const made = "30001;1;sent;ana;31.12.2030;1;ABC;2;10;21;3;1;offered";
  const run = (...words: readonly string[]) => runHere(["offers", "import", file, ...words], settings);

  write(changed, made, "30002;1;sent;nimeni;31.12.2030;1;ABC;2;10;21;3;1;offered");
  const refused = await run("--as", "admin");
  expect([refused.exitCode, refused.stdout]).toEqual([1, ""]);
  expect(refused.stderr).toMatch(/\nline 4: customer is not a known customer\nNothing was imported\.\n$/u);
  write(changed, made);
  expect((await run("--as", "mia")).stderr).toMatch(/\n--as mia: there is no ERP account with that name/u);
  expect((await run("--as", "admin", "--dry-run")).stdout).toBe(
    "Would import: 1 created, 1 changed, 0 unchanged. Nothing was imported.\n",
  );
  expect([await view(10_001), await view(30_001)]).toEqual([before, undefined]);

  const { body } = await call(url, "/api/v1/chat/oferta.10001", { token });
  const [room] = body["chats"] as [{ id: number; last_seq: number }];
  expect((await run("--as", "admin")).stdout).toBe("Imported: 1 created, 1 changed, 0 unchanged.\n");
  await socket.frame(
    ({ event, data }) =>
      event === "RoomHeads" &&
      (data as RoomHeads).heads.some(({ id, last_seq: seq }) => id === room.id && seq === room.last_seq + 1),
  );
  expect(await view(10_001)).toMatchObject({ version: before.version + 1, lines: [{ unit_price: "1234.50" }] });
  expect(await view(30_001)).toMatchObject({ customer: { name: expect.stringMatching(/^Ana/u) } });
  socket.close();
});
