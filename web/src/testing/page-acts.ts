import { getConfig, waitFor } from "@testing-library/react";
import type { MountedPage } from "./mounted.tsx";

export async function fillSignIn(
  { screen, user, find }: MountedPage,
  username: string,
  password: string,
): Promise<void> {
  await user.type(await screen.findByLabelText(/^(Utilizator|Username)$/), username);
  await user.type(await screen.findByLabelText(/^(Parolă|Password)$/), password);
  await user.click(await find("button", { name: /^(Intră în cont|Sign in)$/ }));
}

export async function fill({ user }: MountedPage, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  if (text !== "") await user.paste(text);
}

export async function write({ user, composer }: MountedPage, text: string): Promise<void> {
  await user.click(await composer());
  await user.paste(text);
}

export async function say(page: MountedPage, text: string): Promise<void> {
  await write(page, text);
  await page.user.keyboard("{Enter}");
}

export const written = async ({ screen }: MountedPage): Promise<string> =>
  (await screen.findByRole<HTMLTextAreaElement>("textbox", { name: /^(Mesaj către|Message to)/ })).value;

export const storedIn = ({ server }: MountedPage, offer: number): string | undefined =>
  server.world.rooms.get(offer)?.messages.at(-1)?.message;

/** A row of the room list, by offer. While no room is open, other links lead to the room too. */
export const listRow = (offer: number): Promise<HTMLElement> =>
  waitFor(() => {
    const row = document.querySelector<HTMLElement>(`nav a[data-room][href$="oferta.${offer}"]`);
    if (!row) throw getConfig().getElementError(`No row is of offer ${offer}.`, document.body);
    return row;
  });
