/** Header of API responses while no file can be stored (OPS-6a): `away` or `full`. Messages without files work. */
export const storageHeader = "cuplaj-storage";
