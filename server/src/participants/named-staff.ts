/** The ids of whoever of the user names, in small letters, has an enabled account of staff (`OFFER_STAFF`). */
export const namedStaff = (usernames: string): string =>
  `select id from participants where lower(username) = any(${usernames}) and kind <> 'customer' and disabled_at is null`;
