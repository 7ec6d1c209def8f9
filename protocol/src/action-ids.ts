/** The actions that there are on a message (ACT-1), without schemas, for callers that need the numbers alone. */
export const takeOverAction = 1;
export const likeAction = 2;
