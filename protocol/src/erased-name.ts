/** Name that other programs get for erased people, whatever the language (PERS-2a); the page uses its own translation. */
export const erasedName = "Utilizator șters";
