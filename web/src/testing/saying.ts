import type { MountedPage } from "./mounted.tsx";

/** Puts a text into the open room's composer, as one pastes it. */
export async function write({ user, composer }: MountedPage, text: string): Promise<void> {
  await user.click(await composer());
  await user.paste(text);
}

/** Writes a message and sends it with Enter. */
export async function say(page: MountedPage, text: string): Promise<void> {
  await write(page, text);
  await page.user.keyboard("{Enter}");
}

/** What stands in the open room's composer. */
export const written = async ({ screen }: MountedPage): Promise<string> =>
  (await screen.findByRole<HTMLTextAreaElement>("textbox", { name: /^(Mesaj către|Message to)/ })).value;

/** What a room's log on the server says last. */
export const storedIn = ({ server }: MountedPage, offer: number): string | undefined =>
  server.world.rooms.get(offer)?.messages.at(-1)?.message;
