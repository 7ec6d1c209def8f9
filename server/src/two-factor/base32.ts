const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Encodes per RFC 4648 without padding, for typing into authenticators. Drops an incomplete last group of bits. */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const letters = bits.match(/.{5}/gu) ?? [];
  return letters.map((five) => alphabet[Number.parseInt(five, 2)]).join("");
}
