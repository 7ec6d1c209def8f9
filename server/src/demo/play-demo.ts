import { isoTime } from "../kernel/clock.ts";
import { readRequest } from "../requests/read-request.ts";
import { demoOffers } from "./content/demo-offers.ts";
import { type DemoRequest, demoRequests } from "./content/demo-requests.ts";
import { demoPeople, type DemoUsername, roomMembers } from "./content/people.ts";
import { PlayedRoom } from "./played-room.ts";
import type { DemoPhoto } from "./photos/demo-photos.ts";
import type { DemoFile, DemoStores, PersonOf } from "./store.ts";

/** `now` in ms since the epoch. */
interface DemoProps {
  readonly hashes: ReadonlyMap<DemoUsername, string>;
  readonly photos: ReadonlyMap<DemoPhoto, DemoFile>;
  readonly now: number;
}

/** RUN-9: creates people and offers, and replays conversations at their own times through the product's stores. */
export async function playDemo(stores: DemoStores, { hashes, photos, now }: DemoProps): Promise<void> {
  const personOf = await addPeople(stores, hashes);
  // Offers without a conversation come last, so that room numbers have no gaps.
  const offers = demoOffers.toSorted((left, right) => Number(left.talk === null) - Number(right.talk === null));
  const rooms = offers.map((offer) => new PlayedRoom({ stores, offer, personOf, photos, now }));
  for (const room of rooms) await room.make();
  const lines = rooms.flatMap((room) => room.lines.map((line) => ({ at: line.at, play: () => room.play(line) })));
  const requests = demoRequests.map((request) => {
    const at = now - request.minutesAgo * 60_000;
    return { at, play: () => ask(stores, request, personOf, isoTime(at)) };
  });
  // Played in order of time, so that message ids ascend across rooms.
  for (const { play } of [...lines, ...requests].toSorted((left, right) => left.at - right.at)) await play();
}

async function ask({ requests }: DemoStores, request: DemoRequest, personOf: PersonOf, now: string): Promise<void> {
  const { customer, vehicle, items, clientId } = request;
  const read = readRequest({ text: request.text, items: [...items] }, vehicle);
  if (!read.ok) throw new Error("a request is not valid");
  const asked = { customer: personOf(customer), clientId, vehicle, items, ...read.value, holdMs: 0, now };
  const { outcome } = await requests.create({ ...asked, staff: roomMembers(customer) });
  if (outcome !== "made") throw new Error(`a request came to ${outcome}`);
}

async function addPeople({ addAccount }: DemoStores, hashes: DemoProps["hashes"]): Promise<PersonOf> {
  const ids = new Map<string, number | null>();
  for (const person of demoPeople) {
    const passwordHash = hashes.get(person.username) ?? "";
    ids.set(person.username, await addAccount({ ...person, passwordHash }));
  }
  return (username) => {
    const person = demoPeople.find((each) => each.username === username);
    const id = ids.get(username) ?? null;
    if (person === undefined || id === null) throw new Error(`nobody is ${username}`);
    return { id, name: person.name, type: person.kind };
  };
}
