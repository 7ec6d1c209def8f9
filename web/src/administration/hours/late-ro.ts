export const ro = {
  hoursForm: {
    hint: "În afara programului, clienții văd înainte de a scrie când vine răspunsul, iar timpul lor de așteptare stă pe loc.",
    when: "Când răspunde magazinul",
    always: "Mereu deschis",
    byHours: "După program",
    interval: {
      from: "Intervalul {number, number}, de la",
      to: "Intervalul {number, number}, până la",
      add: "Adaugă un interval",
      remove: "Scoate intervalul {number, number}",
      none: "Închis",
    },
    copy: "Copiază și pentru marți–vineri",
    midnight: "00:00 la sfârșitul unui interval înseamnă miezul nopții.",
    closures: "Sărbători și zile libere",
    closure: {
      from: "Perioada {number, number}, prima zi",
      to: "Perioada {number, number}, ultima zi",
      add: "Adaugă o perioadă",
      remove: "Scoate perioada {number, number}",
      none: "Nicio perioadă",
    },
    problem: {
      missing: "Completează începutul și sfârșitul.",
      order: "Sfârșitul trebuie să fie după început.",
      overlap: "Intervalele nu se pot suprapune.",
      refused: "Serverul nu acceptă ce e scris aici. Verifică și salvează din nou.",
    },
    zone: "Fus orar",
    zoneWrong: "Nu există fusul orar acesta. Exemplu: Europe/Bucharest.",
    text: "Mesaj pentru clienți cât e închis",
    ro: "În română",
    en: "În engleză",
    textHint: "Urmează după ora la care răspundeți. Poate lipsi.",
    save: "Salvează programul",
    discard: "Renunță la modificări",
    unsaved: "Modificări nesalvate",
  },
} as const;

type HoursFormWords = typeof ro;
declare module "../../state/shape.ts" {
  interface Words extends HoursFormWords {}
}
