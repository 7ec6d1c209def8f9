/** Whether a name is one of IANA's time zones. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Z]/iu.test(name) && new Intl.DateTimeFormat("en", { timeZone: name }).format(0) !== "";
  } catch {
    // Node knows none of that name.
    return false;
  }
}
