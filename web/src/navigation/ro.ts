import type { ro as lateRo } from "./late-ro.ts";

export const ro = {
  app: {
    name: "Cuplaj",
    tagline: "Discuții pe oferte de piese auto",
    version: "Versiunea {version}",
    close: "Închide",
    retry: "Încearcă din nou",
  },
  nav: {
    account: "Contul tău, {name}",
    home: "Acasă",
    offers: "Oferte",
    openOutside: "Deschide în fereastră nouă",
    hideRooms: "Ascunde lista de discuții",
    showRooms: "Arată lista de discuții",
    listEdge: "Lățimea listei de discuții",
    skip: "Sari la discuție",
  },
  connection: {
    banner: "Fără conexiune. Poți scrie: mesajele pleacă singure când revine.",
    noInternet: "Fără internet. Poți scrie: mesajele pleacă singure când revine.",
    tryNow: "Încearcă acum",
  },
  crash: {
    title: "Eroare neprevazuta",
    text: "Pagina s-a oprit. Mesajele trimise sunt salvate pe server.",
    paneText: "Partea aceasta s-a oprit, restul merge. Mesajele trimise sunt salvate pe server.",
    reload: "Reîncarcă pagina",
  },
} as const;

type NavigationWords = typeof ro & typeof lateRo;
declare module "../state/shape.ts" {
  interface Words extends NavigationWords {}
}
