/** The value of JSON text; null for any other text, and for none. */
export function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
