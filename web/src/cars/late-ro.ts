export const ro = {
  cars: {
    title: "Mașinile mele",
    ofCustomer: "Mașinile clientului",
    loading: "Se încarcă mașinile…",
    failed: "Mașinile nu s-au încărcat",
    offline: "Fără conexiune",
    offlineHint: "Mașinile apar singure când revine conexiunea.",
    empty: "Nicio mașină încă",
    emptyHint: "Mașinile apar singure din oferte și cereri. Poți adăuga și tu una.",
    emptyOfCustomer: "Mașinile clientului apar singure din oferte și cereri.",
    away: "Puse deoparte ({count})",
    uses: "Oferte și cereri",
    usesLoading: "Se încarcă ofertele și cererile…",
    noUses: "Nicio ofertă sau cerere pentru mașina asta.",
    noRoom: "fără discuție",
    add: "Adaugă o mașină",
    correct: "Corectează mașina",
    change: "Corectează",
    putAway: "Pune deoparte",
    isPutAway: "Ai pus deoparte",
    bringBack: "Adu înapoi",
    name: "Cum îi zici",
    nameHint: "De exemplu: Duba mică",
    note: "Notițe",
    save: "Salvează",
    vehicle: {
      vin: "Serie șasiu (VIN)",
      plate: "Nr. înmatriculare",
      make: "Marcă",
      model: "Model",
      year: "An",
      engine: "Motor",
    },
    vinHint: "Din talon; completează ce știi, restul poate rămâne gol.",
    vinLength:
      "O serie are 17 caractere, fără I, O și Q; aici {count, plural, one {e # caracter} few {sunt # caractere} other {sunt # de caractere}}.",
    vinCheck: "Cifra de control nu se potrivește. Mai uită-te o dată în talon.",
    wrong: {
      vin: "Seria nu e întreagă sau are un caracter greșit.",
      plate: "Scrie seria sau numărul de înmatriculare.",
      year: "Anul are patru cifre, de exemplu 2014.",
      other: "Scrie mai scurt, fără semne speciale.",
    },
    taken: "Altă mașină de-a ta are deja seria sau numărul acesta.",
    full: "Ai deja prea multe mașini ca să mai adaugi una.",
    search: "Caută",
    addCode: "Adaugă la mașini",
  },
} as const;

type CarsWords = typeof ro;
declare module "../state/shape.ts" {
  interface Words extends CarsWords {}
}
