/** The original words, in Romanian (LANG-1). ICU plurals: one, few, other. */
export const ro = {
  app: {
    name: "Cuplaj",
    tagline: "Discuții pe oferte de piese auto",
    version: "Versiunea {version}",
    close: "Închide",
    retry: "Încearcă din nou",
  },
  nav: {
    menu: "Meniu",
    home: "Acasă",
    offers: "Oferte",
    logout: "Ieșire din cont",
    hideRooms: "Ascunde lista de discuții",
    showRooms: "Arată lista de discuții",
    skip: "Sari la conversație",
  },
  connection: {
    banner: "Fără conexiune. Poți scrie: mesajele pleacă singure când revine.",
    noInternet: "Fără internet. Poți scrie: mesajele pleacă singure când revine.",
    tryNow: "Încearcă acum",
  },
  keys: {
    title: "Taste rapide",
    send: "Trimite mesajul",
    newLine: "Rând nou în mesaj",
    nextRoom: "Discuția următoare sau anterioară",
    nextUnread: "Discuția necitită următoare sau anterioară",
    list: "Mută-te prin lista de discuții",
    close: "Închide discuția sau fereastra",
    ends: "La primul sau la ultimul mesaj",
    undo: "Anulează ce tocmai ai făcut",
    help: "Lista aceasta",
    or: "sau",
  },
  notFound: {
    title: "Pagina asta nu e pe raft",
    text: "Adresa e greșită sau pagina nu mai e aici. Discuțiile tale sunt la locul lor.",
    home: "Mergi acasă",
  },
  crash: {
    title: "Eroare neprevazuta",
    text: "Pagina s-a oprit. Mesajele trimise sunt salvate pe server.",
    paneText: "Partea aceasta s-a oprit, restul merge. Mesajele trimise sunt salvate pe server.",
    reload: "Reîncarcă pagina",
  },
} as const;
