/** Name of erased people for other programs, in any language (PERS-2a); the page translates its own. */
export const erasedName = "Utilizator șters";
