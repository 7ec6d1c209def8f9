/** What a person is called who was erased (PERS-2a), to programs of any language; the page has its own words for it. */
export const erasedName = "Utilizator șters";
