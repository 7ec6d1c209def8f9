import type { LiveEvents } from "@cuplaj/protocol/events.ts";
import type { Member } from "@cuplaj/protocol/participant.ts";
import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { expect, test, vi } from "vitest";
import { ana, type MountedPage, mountPage, radu } from "../testing/mounted.tsx";
import { changeRoom } from "../testing/scripted-lines.ts";

const vlad: Member = { id: 21, name: "Vlad Georgescu", type: "agent" };
const ioana: Member = { id: 22, name: "Ioana Stan", type: "erp" };
const adrian: Member = { id: 23, name: "Adrian Vlaicu", type: "erp" };

type TakeOver = NonNullable<LiveEvents["RoomUpdated"]["take_over"]>;
const takeOver = (how: TakeOver["how"], by: Member, holder: Member | null, from: Member | null = null) => ({
  take_over: { how, by, holder, from },
});

const linesOf = (): string[] => [...document.querySelectorAll("[data-lines] p")].map((line) => line.textContent);

const expectLines = (...lines: readonly string[]): Promise<void> =>
  vi.waitFor(() => expect(linesOf()).toEqual(lines), patient);

async function announce(page: MountedPage, ...changes: readonly Parameters<typeof changeRoom>[2][]): Promise<void> {
  for (const change of changes) await page.live("RoomUpdated", changeRoom(page.server.world, 10_001, change));
}

async function say(page: MountedPage, by: Member, text: string): Promise<void> {
  await page.live("ChatMessage", page.server.world.say(by, 10_001, text));
  await page.bubble(text);
}

test("[MSG-9] a returning person sees the same lines by catching up and after a reload", async () => {
  const page = await mountPage({ at: "/view/oferta.10001" });
  const { world } = page.server;
  await page.composer();
  await announce(page, { joined: vlad }, { left: vlad });
  await say(page, radu, "Vlad a plecat");
  await page.connection("lost");
  for (const change of [{ joined: vlad }, { left: vlad }]) changeRoom(world, 10_001, change);
  world.say(radu, 10_001, "Vlad nu mai e");
  await page.connection("online");
  await page.pass(1000);
  await page.bubble("Vlad nu mai e");
  const cameAndLeft = ["Vlad Georgescu s-a alăturat", "Vlad Georgescu a ieșit"];
  expect(linesOf()).toEqual([...cameAndLeft, ...cameAndLeft]);
  const again = await page.reload();
  await again.bubble("Vlad nu mai e");
  expect(linesOf()).toEqual([...cameAndLeft, ...cameAndLeft]);
});

test.each([
  [
    "ana",
    ["Radu Marin a renunțat la preluare", "Radu Marin a preluat", "Radu Marin a predat discuția către Ioana Stan"],
  ],
  ["radu", ["Ai renunțat la preluare", "Ai preluat", "Ai predat discuția către Ioana Stan"]],
] as const)(
  "[MSG-9] a take-over, its end and a hand-over name the person as %s reads it, also after a reload",
  async (as, own) => {
    const page = await mountPage({ as, at: "/view/oferta.10001" });
    await page.composer();
    await say(page, ana, "Cine se ocupă?");
    await announce(
      page,
      takeOver("released", radu, null, radu),
      takeOver("taken", radu, radu),
      takeOver("handed", radu, ioana, radu),
    );
    await expectLines(...own);
    await say(page, ana, "Mulțumesc");
    await announce(
      page,
      { joined: adrian },
      takeOver("taken", adrian, adrian, ioana),
      takeOver("left", adrian, null, adrian),
      { left: adrian },
    );
    const taken =
      "Adrian Vlaicu s-a alăturat · Adrian Vlaicu a preluat de la Ioana Stan · " +
      "Preluarea făcută de Adrian Vlaicu s-a încheiat · Adrian Vlaicu a ieșit";
    await expectLines(...own, taken);
    await page.reload();
    await expectLines(...own, taken);
  },
);

test("[MSG-9] a line is never unread", async () => {
  const page = await mountPage({ at: "/view/oferta.10002" });
  await page.composer();
  await announce(page, { joined: vlad }, { left: vlad });
  await page.live("ChatMessage", page.server.world.say(radu, 10_003, "Semn"));
  await vi.waitFor(async () => expect((await page.row(10_003)).textContent).toContain("1 mesaj necitit"), patient);
  expect((await page.row(10_001)).textContent).not.toContain("necitit");
  await page.user.click(await page.row(10_001));
  await expectLines("Vlad Georgescu s-a alăturat", "Vlad Georgescu a ieșit");
});
