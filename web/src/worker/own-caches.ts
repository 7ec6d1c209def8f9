/** How the names of our caches begin; a version and a build follow. */
export const ownCaches = "cuplaj-";
