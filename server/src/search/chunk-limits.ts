/** Messages of a full chunk: few enough to be read when one of them is found, many enough that a common word has few rows. */
export const chunkMessagesMax = 32;
/** Bytes of the words of a chunk that has more than one message. */
export const chunkBytesMax = 256 * 1024;
/**
 * Bytes of the words of one message or offer; a row of PostgreSQL holds twice as many. No text that people write has more: it takes
 * thousands of signs behind one another that each stand for a word, and a digit between them.
 */
export const wordsBytesMax = 512 * 1024;
