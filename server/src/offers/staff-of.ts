/** Whoever of the user names, in small letters, has an enabled account of staff. */
export const staffOf = (usernames: string): string =>
  `select id from participants where lower(username) = any(${usernames}) and kind <> 'customer' and disabled_at is null`;
