import type { DemoOffer } from "./demo-offer.ts";

export const offer10006: DemoOffer = {
  number: 10006,
  customer: "mihai",
  status: "sent",
  vehicle: {
    make: "Seat",
    model: "Leon III",
    year: 2014,
    engine: "1.4 TSI CHPA",
    vin: "VSSZZZ5FZER072418",
    plate: "PH 90 SRV",
  },
  validForDays: 6,
  lines: `
    VAG     | 04E 905 110 K | Bobină de inducție                  | 1 | 214.00 | 5 | 0 | offered
    VAG     | 04E 905 612 C | Bujie                               | 4 |  52.80 | 16 | 0 | offered
    Mann    | W 712/95      | Filtru ulei                         | 1 |  36.40 | 22 | 0 | offered
    Mann    | C 27 009      | Filtru aer                          | 1 |  71.20 | 4 | 0 | offered
    Mann    | CUK 26 009    | Filtru habitaclu cu cărbune activ   | 1 |  88.60 | 3 | 0 | offered
    Castrol | 15669E        | Ulei motor Edge 5W-30 LL, 5 l       | 1 | 239.00 | 10 | 0 | offered
  `,
  talk: {
    unread: { radu: 1, ioana: 1 },
    transcript: `
      1d 12:20 mihai: Buna ziua. Leon 1.4 TSI din 2014, rateu pe cilindrul 2. Am mutat bobina si rateul s-a mutat dupa ea.
      1d 12:24 ioana: Bună ziua! Atunci e bobina. Seria, vă rog?
      1d 12:29 mihai: VSSZZZ5FZER072418, motor CHPA
      1d 12:30 mihai: [bobina]
      1d 12:38 ioana: Bobină originală 04E 905 110 K, 214,00 + TVA, 5 pe stoc. Aftermarket nu recomand la motorul ăsta, ni s-au întors.
      1d 12:40 ioana: Bujiile 04E 905 612 C sunt 52,80 bucata. La ce kilometraj e?
      1d 12:47 mihai: 121.000. pune si 4 bujii atunci. si un schimb de ulei cu toate filtrele
      1d 13:03 ioana: Gata: W 712/95, C 27 009, CUK 26 009 și Castrol Edge 5W-30 LL la 5 litri. Aveți oferta completă.
      1d 16:15 vlad: Mihai, la Castrol avem săptămâna asta 2 + 1 la 5 litri, dacă vă trebuie și pentru raft.
      -142m mihai: vorbesc cu omul diseara si va confirm. bobina o tineti deoparte pana maine?
    `,
  },
};
