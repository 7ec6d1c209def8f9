import { expect, test } from "vitest";
import { mountPage, radu } from "../testing/mounted.tsx";

async function openWhereRaduWrites() {
  const page = await mountPage({ at: "/view/oferta.10001" });
  await page.composer();
  const { id: roomId } = page.server.world.rooms.get(10_001)!.room;
  const whisper = () =>
    page.dispatch({ type: "typing/whispered", roomId, person: { id: radu.id, kind: "erp", name: radu.name } });
  await whisper();
  return { ...page, whisper, line: () => page.screen.queryByText("Radu Marin scrie…", { ignore: "nav *" }) };
}

test("[TYPE-1] a typing line appears while the other person types and disappears 3000 ms after the last whisper", async () => {
  const { whisper, line, pass } = await openWhereRaduWrites();
  expect(line()).not.toBeNull();
  await pass(2000);
  await whisper();
  await pass(2999);
  expect(line()).not.toBeNull();
  await pass(1);
  expect(line()).toBeNull();
});

test("[TYPE-1] the typing line disappears as soon as the message arrives", async () => {
  const { line, live, server, bubble } = await openWhereRaduWrites();
  expect(line()).not.toBeNull();
  await live("ChatMessage", server.world.say(radu, 10_001, "Perfect."));
  await bubble("Perfect.");
  expect(line()).toBeNull();
});
