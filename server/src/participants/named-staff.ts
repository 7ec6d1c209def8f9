/** SQL for the ids of enabled staff with these lowercase usernames (`OFFER_STAFF`). */
export const namedStaff = (usernames: string): string =>
  `select id from participants where lower(username) = any(${usernames}) and kind <> 'customer' and disabled_at is null`;
