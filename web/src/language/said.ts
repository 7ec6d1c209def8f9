/** What a language must say: every sentence of the Romanian original, under the same key. */
export type Said<T> = T extends string ? string : { readonly [K in keyof T]: Said<T[K]> };
