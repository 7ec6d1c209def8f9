/** The SHA-256 of a text, in hex; null where the page has no means to make it: neither HTTPS nor loopback. */
export async function hashText(text: string): Promise<string | null> {
  if (!("subtle" in crypto)) return null;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
