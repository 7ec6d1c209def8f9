/** Every language must have the Romanian original's messages, under the same keys. */
export type Said<T> = T extends string ? string : { readonly [K in keyof T]: Said<T[K]> };
