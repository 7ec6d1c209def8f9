/** Every language must have the same keys as the Romanian original. */
export type Said<T> = T extends string ? string : { readonly [K in keyof T]: Said<T[K]> };
