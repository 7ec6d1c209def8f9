/** What the row `message` of `messages` replies to, in the protocol's form (MSG-8); nothing is looked up where it is no reply. */
export const quoteColumn = (message: string): string =>
  `case when ${message}.reply_to_seq is not null then quote_json(${message}.room_id, ${message}.reply_to_seq) end`;
