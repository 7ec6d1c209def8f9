import type { Member } from "@cuplaj/protocol/participant.ts";
import { expect, test } from "vitest";
import { mountPage } from "../testing/mounted.tsx";
import type { ScriptedServer } from "../testing/scripted-server.ts";

test("[ROOM-9] a wrong number is reported in the dialog, which keeps number and room, and a correct one opens", async () => {
  const page = await mountPage({ at: "/view/oferta.10001" });
  const { user, find, screen } = page;
  await page.composer();
  await user.click(await find("button", { name: "Oferte" }));
  await find("dialog", { name: "Oferte" });
  const field = screen.getByLabelText<HTMLInputElement>(/^Număr, mașină/);
  await user.type(field, "99999{Enter}");
  await screen.findByText("Numărul e greșit sau nu ai acces la oferta aceasta.");
  expect(field.value).toBe("99999");
  expect(page.address()).toBe("/view/oferta.10001");
  await user.clear(field);
  await user.type(field, "10003{Enter}");
  await page.bubble("v-am trimis oferta 10003");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(page.address()).toBe("/view/oferta.10003");
});

function visitRoom({ world }: ScriptedServer): void {
  const at = world.rooms.get(10_002);
  if (!at) throw new Error("There is no such room.");
  const members = Array.from({ length: 50 }, (_, n): Member => ({ id: 100 + n, name: `Agent ${n}`, type: "agent" }));
  at.room = { ...at.room, is_member: false, members, members_total: 62 };
}

test("[VISIT-1] a visitor of a room with more than 50 members also sees that they only visit, and can join", async () => {
  const page = await mountPage({ as: "radu", at: "/view/10002", before: visitRoom });
  const { user, find, screen } = page;
  await screen.findByText(/^Doar privești discuția/);
  const composer = () => screen.queryByRole("textbox", { name: /^Mesaj către/ });
  expect(composer()).toBeNull();
  await user.click(await find("button", { name: "Opțiunile discuției" }));
  await find("menu");
  expect(screen.queryByRole("menuitem", { name: "Ieși din discuție" })).toBeNull();
  await user.keyboard("{Escape}");
  await user.click(await find("button", { name: "Intră în discuție" }));
  await user.type(await page.composer(), "Am intrat și eu{Enter}");
  await page.bubble("Am intrat și eu");
});

test("[ROOM-16] staff at an offer without a room see that its customer joins with them, and no contact advice", async () => {
  const staff = await mountPage({ as: "radu", at: "/view/oferta.10077" });
  await staff.screen.findByText(/clientul intră odată cu tine/);
  expect(staff.screen.queryByText(/Întreabă/i)).toBeNull();
});
