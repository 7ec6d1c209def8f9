/** SQL: whether token `t` was used since a moment, or is a program's, which never expires when idle (AUTH-2, ERP-2a). */
export const isGoodToken = (since: string): string => `(t.last_used_at > ${since} or t.program is not null)`;
