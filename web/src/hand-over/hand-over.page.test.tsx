import { MessageAction } from "@cuplaj/protocol/message.ts";
import type { Member } from "@cuplaj/protocol/participant.ts";
import { exampleOf } from "@cuplaj/protocol/shape.ts";
import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { mountPage, refuse } from "../testing/mounted.tsx";
import type { ScriptedServer } from "../testing/scripted-server.ts";
import { mia } from "../testing/scripted-world.ts";

function holdByRadu({ world }: ScriptedServer, ...others: readonly Member[]): void {
  const at = world.rooms.get(10_003)!;
  const { id, messages, members } = at.room;
  const take_over = { ...exampleOf(MessageAction), room_id: id, message_id: messages[0]!.id, message_seq: 1, seq: 2 };
  const { user } = world;
  at.room = {
    ...at.room,
    members: [...members, ...others],
    taken_over_by: { id: user.id, name: user.name, type: "erp" },
    take_over,
  };
}

test("[ACT-9] a hand-over requires a colleague, and a refusal shows in the dialog, which keeps everything", async () => {
  const page = await mountPage({
    ...{ as: "radu", at: "/view/oferta.10003" },
    before: (server) => holdByRadu(server, mia),
  });
  const { user, find, server } = page;
  await user.click(await find("button", { name: "Predă" }));
  const dialog = within(await find("dialog", { name: "Predă discuția" }));
  const submit = () => user.click(dialog.getByRole("button", { name: "Predă discuția" }));
  await submit();
  await dialog.findByText("Alege un coleg.");
  expect(document.activeElement).toBe(dialog.getAllByRole("radio")[0]);
  expect(server.calls("handOver")).toEqual([]);
  await user.click(dialog.getByRole("radio", { name: /Mia Stan/ }));
  const note = dialog.getByLabelText("Notă pentru coleg (opțional)");
  await user.type(note, "Vrea filtrul.");
  server.answer("handOver", refuse("conflict"));
  await submit();
  expect((await dialog.findByRole("alert")).textContent).toContain("nu ai ce preda");
  expect(server.calls("handOver").map(({ body }) => body)).toEqual([{ to: mia.id, note: "Vrea filtrul." }]);
  expect(note).toHaveProperty("value", "Vrea filtrul.");
  expect(dialog.getByRole("radio", { name: /Mia Stan/ })).toHaveProperty("checked", true);
});

test("[ACT-9c] a person hidden by the search is not chosen", async () => {
  const others = Array.from({ length: 8 }, (_, i): Member => ({ ...mia, id: 20 + i, name: `Coleg ${i}` }));
  const { user, find, server } = await mountPage({
    ...{ as: "radu", at: "/view/oferta.10003" },
    before: (server) => holdByRadu(server, mia, ...others),
  });
  await user.click(await find("button", { name: "Predă" }));
  const dialog = within(await find("dialog", { name: "Predă discuția" }));
  await user.click(dialog.getByRole("radio", { name: /Mia Stan/ }));
  const search = dialog.getByRole("searchbox");
  await user.type(search, "coleg");
  await user.click(dialog.getByRole("button", { name: "Predă discuția" }));
  await dialog.findByText("Alege un coleg.");
  await user.type(search, "ul");
  await user.click(dialog.getByRole("button", { name: "Predă discuția" }));
  expect(document.activeElement).toBe(search);
  expect(server.calls("handOver")).toEqual([]);
  await user.clear(search);
  expect(dialog.getByRole("radio", { name: /Mia Stan/ })).toHaveProperty("checked", true);
});

test("[ACT-9c] loading or missing colleagues are shown as such", async () => {
  const { user, find, server } = await mountPage({ as: "radu", at: "/view/oferta.10003", before: holdByRadu });
  const release = server.hold("listStaff");
  await user.click(await find("button", { name: "Predă" }));
  const dialog = within(await find("dialog", { name: "Predă discuția" }));
  await dialog.findByText("Se încarcă colegii…");
  server.answer("listStaff", refuse("forbidden"));
  release();
  await dialog.findByText(/^Colegii nu s-au încărcat/);
});
