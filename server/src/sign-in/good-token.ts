/** SQL: whether token `t` is valid: used since a moment, or a program's, which never expires (AUTH-2, ERP-2a). */
export const isGoodToken = (since: string): string => `(t.last_used_at > ${since} or t.program is not null)`;
