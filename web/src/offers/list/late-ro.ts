export const ro = {
  offerList: {
    title: "Oferte",
    find: "Număr, mașină, înmatriculare, VIN sau cod",
    findByClient: "Număr, client, mașină, înmatriculare, VIN sau cod",
    openNumber: "Deschide oferta {number}",
    loading: "Se încarcă ofertele…",
    searching: "Se caută…",
    count: "{count, plural, one {# ofertă} few {# oferte} other {# de oferte}}",
    hasRoom: "Are discuție",
    noRoom: "Fără discuție",
    more: "Arată mai multe",
    empty: "Nicio ofertă încă",
    emptyHint: "Ofertele apar aici imediat ce sunt făcute.",
    none: "Nu găsim nicio ofertă",
    noneHint: "Scrie mai puțin: dintr-un cod sau un VIN ajung 3 caractere la rând.",
    failed: "Ofertele nu s-au încărcat",
    failedMore: "Restul ofertelor nu s-a încărcat",
    offline: "Fără conexiune",
    offlineHint: "Ofertele apar singure când revine conexiunea.",
  },
} as const;

type OfferListWords = typeof ro;
declare module "../../state/shape.ts" {
  interface Words extends OfferListWords {}
}
