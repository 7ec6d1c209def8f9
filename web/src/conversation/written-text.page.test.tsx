import { expect, test } from "vitest";
import { mountPage, radu } from "../testing/mounted.tsx";

test("[MSG-2] 4,000 characters with diacritics are sent, a longer text is refused with an explanation", async () => {
  const { user, composer, bubble, server, screen } = await mountPage({ at: "/view/oferta.10001" });
  const long = `${"ș".repeat(3994)} capăt`;
  const field = await composer();
  await user.click(field);
  await user.paste(long);
  await user.keyboard("{Enter}");
  await bubble("capăt");
  await expect.poll(() => server.calls("publishMessage").map(({ body }) => body.message)).toEqual([long]);
  await user.paste("a".repeat(4001));
  await screen.findByText(/1 caracter în plus/);
  await user.keyboard("{Enter}");
  expect(field).toHaveProperty("value", "a".repeat(4001));
  expect(server.calls("publishMessage")).toHaveLength(1);
});

test("[MSG-1] markup in a message is plain text", async () => {
  const { live, server, bubble, composer } = await mountPage({ at: "/view/oferta.10001" });
  await composer();
  const text = `<img src=x onerror="document.title='rupt'"><b>tare</b>`;
  await live("ChatMessage", server.world.say(radu, 10_001, text));
  const said = await bubble("tare");
  expect(said.querySelector("p")?.textContent).toBe(text);
  expect(said.querySelector("img, b")).toBeNull();
});

test("[MSG-10] a phone number is a link to call it", async () => {
  const { live, server, bubble, composer } = await mountPage({ at: "/view/oferta.10001" });
  await composer();
  const text = "Sună la 0722.123.456 sau +40 (0)21 345 67 89, nu 624 3477 33";
  await live("ChatMessage", server.world.say(radu, 10_001, text));
  const links = [...(await bubble("Sună la")).querySelectorAll("a")];
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["0722.123.456", "tel:0722123456"],
    ["+40 (0)21 345 67 89", "tel:+40213456789"],
  ]);
});
