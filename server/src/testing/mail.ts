import type { Person } from "./people.ts";
import type { TestApi } from "./test-api.ts";

/** Asks for an address, more than a minute after the last one; returns the answer, and the token of the link in the e-mail. */
export async function askForAddress(api: TestApi, person: Person, address: string) {
  api.pass(61_000);
  const changed = await api.call(person, "PUT", "/api/v1/me/mail", { address });
  return { changed, link: api.confirmations.findLast((each) => each.address === address)?.token ?? "" };
}

/** Gives a person a confirmed address. */
export async function giveAddress(api: TestApi, person: Person, address = `${person.username}@example.ro`) {
  const { link } = await askForAddress(api, person, address);
  const { status } = await api.call(null, "POST", "/api/v1/mail/confirm", { link });
  if (status !== 200) throw new Error(`confirmMail answered ${status}`);
}
