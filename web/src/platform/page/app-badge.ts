/** Marks the app's icon with what is unread; 0 clears it. */
export async function showBadge(total: number): Promise<void> {
  if (!("setAppBadge" in navigator)) return;
  const shown = total > 0 ? navigator.setAppBadge(total) : navigator.clearAppBadge();
  // Refused where the app is not installed: then there is no icon to mark; the title shows it.
  await shown.catch(() => undefined);
}
