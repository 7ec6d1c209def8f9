/** PUSH-2b: a push that could not be delivered for a day is of no use to anybody. */
export const pushTtlSeconds = 24 * 60 * 60;
