import { fireEvent } from "@testing-library/react";
import { expect, test } from "vitest";
import { ana, mountPage, type MountedPage } from "../testing/mounted.tsx";
import { say, write, written } from "../testing/page-acts.ts";

const question = "Aveți plăcuțe pentru Golf 7?";
const targetOf = (): HTMLElement | null => document.querySelector("[data-draft-target]");

const openAtQuestion = () =>
  mountPage({ at: "/view/oferta.10001", as: "radu", before: ({ world }) => void world.say(ana, 10_001, question) });

async function replyTo({ bubble, find, user }: MountedPage, text: string): Promise<void> {
  fireEvent.contextMenu((await bubble(text)).querySelector("[data-bubble]")!, { button: 2 });
  await user.click(await find("menuitem", { name: "Răspunde" }));
}

test("[REPLY-1][REPLY-2][REPLY-3] a reply shows the quoted person and text above the composer and in the bubble", async () => {
  const page = await openAtQuestion();
  const { server, composer, bubble } = page;
  await replyTo(page, question);
  await expect.poll(() => targetOf()?.textContent).toMatch(/Răspunzi lui Ana Popescu.*Aveți plăcuțe pentru Golf 7\?/);
  expect(document.activeElement).toBe(await composer());
  const { id, seq } = server.world.rooms.get(10_001)!.messages.at(-1)!;
  server.answer("publishMessage", ({ body }) => {
    const reply_to = { id, seq, author: ana, excerpt: question, deleted: false };
    return {
      message: server.world.say(server.world.user, 10_001, body.message, { client_id: body.client_id, reply_to })
        .message,
    };
  });
  await say(page, "Da, pe stoc");
  expect(targetOf()).toBeNull();
  const quoteOf = async () => (await bubble("Da, pe stoc")).querySelector("[title='Arată mesajul citat']")?.children;
  const parts = async () => [...((await quoteOf()) ?? [])].map(({ textContent }) => textContent);
  // The quote shows while the reply is being sent, and once it is stored.
  expect(await parts()).toEqual(["Ana Popescu", question]);
  await expect.poll(async () => (await bubble("Da, pe stoc")).dataset["seq"]).toBeDefined();
  expect(await parts()).toEqual(["Ana Popescu", question]);
  expect(server.calls("publishMessage").map(({ body }) => body.reply_to)).toEqual([id]);
});

test("[REPLY-3] a quoted person reads `you`", async () => {
  const page = await mountPage({ at: "/view/oferta.10001" });
  const { server, live, bubble } = page;
  const { message } = server.world.say(ana, 10_001, question);
  await live("ChatMessage", { message, room: server.world.headOf(server.world.rooms.get(10_001)!) });
  const reply_to = { id: message.id, seq: message.seq, author: ana, excerpt: question, deleted: false };
  await live(
    "ChatMessage",
    server.world.say({ id: 3, name: "Radu Marin", type: "erp" }, 10_001, "Da, pe stoc", { reply_to }),
  );
  const quote = (await bubble("Da, pe stoc")).querySelector("[title='Arată mesajul citat']");
  expect([...(quote?.children ?? [])].map(({ textContent }) => textContent)).toEqual(["Tu", question]);
});

test("[REPLY-2] a reply's draft survives a reload, as a name only, and Escape turns it into a plain message", async () => {
  const first = await openAtQuestion();
  await first.user.hover(await first.bubble(question));
  // Clicks without moving a pointer, which would stay over the row.
  fireEvent.click((await first.bubble(question)).querySelector("button[aria-label='Răspunde']")!);
  await write(first, "Și discuri");
  const page = await first.reload();
  await expect.poll(() => targetOf()?.textContent).toMatch(/Răspunzi lui Ana Popescu/);
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain("plăcuțe");
  await page.user.click(await page.composer());
  await page.user.keyboard("{Escape}");
  expect(targetOf()).toBeNull();
  expect(await written(page)).toBe("Și discuri");
});
