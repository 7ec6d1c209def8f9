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
