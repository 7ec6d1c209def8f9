/** Ids of message actions (ACT-1), apart from the schemas so that callers load only the numbers. */
export const takeOverAction = 1;
export const likeAction = 2;
