import { getConfig, waitFor } from "@testing-library/react";
import { onTestFinished } from "vitest";
import type { MountedPage } from "./mounted.tsx";

/** Types the credentials and sends the form. */
export async function fillSignIn(
  { screen, user, find }: MountedPage,
  username: string,
  password: string,
): Promise<void> {
  await user.type(await screen.findByLabelText(/^(Utilizator|Username)$/), username);
  await user.type(await screen.findByLabelText(/^(Parolă|Password)$/), password);
  await user.click(await find("button", { name: /^(Intră în cont|Sign in)$/ }));
}

/** Replaces what stands in a field, at once. */
export async function fill({ user }: MountedPage, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  if (text !== "") await user.paste(text);
}

/** Writes a message and sends it with Enter. */
export async function say(page: MountedPage, text: string): Promise<void> {
  await fill(page, await page.composer(), text);
  await page.user.keyboard("{Enter}");
}

/** One row of the list of rooms, by its offer's number: with no room open others lead there too. */
export const listRow = (offer: number): Promise<HTMLElement> =>
  waitFor(() => {
    const row = document.querySelector<HTMLElement>(`nav a[data-room][href$="oferta.${offer}"]`);
    if (!row) throw getConfig().getElementError(`No row is of offer ${offer}.`, document.body);
    return row;
  });

/** A window of a desk for one test: wide enough for three panes. */
export function widenWindow(): void {
  // As the test environment adds it.
  const { happyDOM } = window as unknown as { happyDOM: { setViewport: (size: { readonly width: number }) => void } };
  const width = window.innerWidth;
  onTestFinished(() => happyDOM.setViewport({ width }));
  happyDOM.setViewport({ width: 1440 });
}
