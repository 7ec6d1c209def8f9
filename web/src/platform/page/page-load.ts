/** When the page was asked for and when its first words were seen, in ms since the epoch. */
export function pageLoad(): { readonly beganAtMs: number; readonly endedAtMs: number } {
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  const { timeOrigin } = performance;
  return { beganAtMs: timeOrigin, endedAtMs: timeOrigin + (paint?.startTime ?? performance.now()) };
}
