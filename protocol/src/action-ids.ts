/** Ids of message actions (ACT-1), in a separate file so that importers get only the numbers and not the schemas. */
export const takeOverAction = 1;
export const likeAction = 2;
