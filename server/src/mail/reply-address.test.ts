import { expect, test } from "vitest";
import { makeReplyAddress, readReplyAddress } from "./reply-address.ts";

const from = "Chat+site@Piese.example";
const key = "a key";
const target = { roomId: 12, participantId: 345 };
const address = makeReplyAddress(from, key, target);

test("[INMAIL-1b] a reply address names person and room, whatever mail servers do to its case", () => {
  expect(address).toMatch(/^Chat\+site\+r12\.345\.[a-z2-7]{16}@Piese\.example$/u);
  for (const written of [address, address.toLowerCase(), address.toUpperCase()])
    expect(readReplyAddress(written, from, key)).toEqual(target);
});

test("[INMAIL-2a] any other address is none", () => {
  const others = [
    from,
    "",
    address.replace("r12", "r13"),
    address.replace(".345.", ".346."),
    address.replace("r12", "r012"),
    address.replace("Piese", "piesa"),
    address.replace("site", "sit"),
    `x${address}`,
    `${address}x`,
    address.replace(/.@/u, (end) => (end.startsWith("a") ? "b@" : "a@")),
    "chat+site+r1e3.2.aaaaaaaaaaaaaaaa@piese.example",
  ];
  expect(others.map((other) => readReplyAddress(other, from, key))).toEqual(others.map(() => null));
  expect(readReplyAddress(address, from, "another key")).toBeNull();
});
