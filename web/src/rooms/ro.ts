import type { ro as lateRo } from "./late-ro.ts";
import type { ro as roomRo } from "./room-ro.ts";

export const ro = {
  rooms: {
    title: "Discuții",
    filter: "Ce discuții se văd",
    all: "Toate",
    unread: "Necitite",
    mine: "Ale mele",
    unclaimed: "Ale nimănui",
    byWait: "Întâi cine așteaptă",
    byWaitTip: "Întâi cine așteaptă de cel mai mult",
    empty: "Nicio discuție încă",
    emptyHint: "Deschide o ofertă după numărul ei și discuția apare aici.",
    none: {
      all: "Nicio discuție încă",
      unread: "Totul e citit",
      mine: "Nu ai preluat nicio discuție",
      unclaimed: "Nicio discuție nepreluată nu așteaptă",
    },
    noneHint: {
      all: "Deschide o ofertă după numărul ei și discuția apare aici.",
      unread: "Mesajele noi apar aici imediat ce sosesc.",
      mine: "Preia un mesaj al clientului și discuția apare aici.",
      unclaimed: "Discuțiile în care scrie un client și pe care nu le-a preluat nimeni apar aici.",
    },
    showAll: "Arată toate discuțiile",
    loading: "Se încarcă discuțiile…",
    failed: "Discuțiile nu s-au încărcat",
    failedHint: "Nu s-a pierdut nimic. Verifică conexiunea și încearcă din nou.",
    failedMore: "Restul listei nu s-a încărcat.",
    unreadCount: "{count, plural, one {# mesaj necitit} few {# mesaje necitite} other {# de mesaje necitite}}",
    you: "Tu",
    noMessages: "Niciun mesaj încă",
    newOffer: "Ofertă nouă",
    customerLeft: "Clientul nu mai e în discuție",
    newsAbove: "{count, plural, one {# nouă sus} few {# noi sus} other {# de noi sus}}",
    sent: "trimis",
    read: "citit",
    draft: "Ciornă:",
    decided: {
      accept: "a acceptat {count, plural, one {<part>…</part>} few {# piese} other {# de piese}}",
      decline: "a refuzat {count, plural, one {<part>…</part>} few {# piese} other {# de piese}}",
      youAccept: "ai acceptat {count, plural, one {<part>…</part>} few {# piese} other {# de piese}}",
      youDecline: "ai refuzat {count, plural, one {<part>…</part>} few {# piese} other {# de piese}}",
      unnamed: "o piesă",
    },
    waits: {
      now: "așteaptă de mai puțin de 1 min",
      minutes: "așteaptă de {count} min",
      hours: "așteaptă de {count} h",
      days: "{count, plural, one {așteaptă de o zi} few {așteaptă de # zile} other {așteaptă de # de zile}}",
    },
    waited: {
      now: "< 1 min",
      minutes: "{count} min",
      hours: "{count} h",
      days: "{count, plural, one {o zi} few {# zile} other {# de zile}}",
    },
    waitsOnYou: "răspunsul e la tine",
    holder: "preluată de {name}",
    ownHold: "preluată de tine",
    self: "tu",
  },
  room: {
    label: "Discuție",
    gone: "Nu mai ești în discuția aceasta.",
    left: "Ai ieșit din „{room}”.",
    leaveFailed: "Serverul nu a confirmat. Dacă ai ieșit, „{room}” dispare din listă.",
    leaveOffline: "Nu ai ieșit din „{room}”: nu ai conexiune.",
  },
} as const;

type RoomsWords = typeof ro & typeof roomRo & typeof lateRo;
declare module "../state/shape.ts" {
  interface Words extends RoomsWords {}
}
