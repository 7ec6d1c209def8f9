import type { DemoOffer } from "./demo-offer.ts";

export const offer10010: DemoOffer = {
  number: 10010,
  customer: "elena",
  status: "sent",
  vehicle: {
    make: "Volkswagen",
    model: "Passat B6",
    year: 2009,
    engine: "2.0 TDI CBAB",
    vin: "WVWZZZ3CZ9P058213",
    plate: "IS 12 PST",
  },
  validForDays: 8,
  lines: `
    INA     | 530 0550 32    | Kit distribuție cu pompă de apă       | 1 | 689.00 | 3 | 0 | offered
    SKF     | VKMA 01250     | Kit distribuție fără pompă            | 1 | 412.80 | 4 | 0 | alternative
    VAG     | 03L 198 119 A  | Kit distribuție original, fără pompă  | 1 | 934.50 | 1 | 0 | alternative
    Mann    | HU 7008 z      | Filtru ulei                           | 1 |  38.20 | 28 | 0 | offered
    Mann    | PU 825 x       | Filtru combustibil                    | 1 |  96.40 | 7 | 0 | offered
    Mann    | C 35 154       | Filtru aer                            | 1 |  64.70 | 9 | 0 | offered
    Mann    | CUK 2939       | Filtru habitaclu cu cărbune activ     | 1 |  79.90 | 5 | 0 | offered
    Castrol | 15669E         | Ulei motor Edge 5W-30 LL, 5 l         | 1 | 239.00 | 10 | 0 | offered
    VAG     | G 13 A8J M1    | Antigel concentrat G13, 1,5 l         | 3 |  47.60 | 31 | 0 | offered
  `,
  talk: {
    unread: { vlad: 2 },
    transcript: `
      2d 15:05 elena: Bună ziua! Passat B6 2.0 TDI, revizie mare: distribuție cu pompă, toate filtrele, ulei, antigel. WVWZZZ3CZ9P058213
      2d 15:20 ioana takes over
      2d 15:21 ioana: Bună ziua, Elena! Motor CBAB. INA 530 0550 32 cu pompă, 689,00 + TVA, e pe stoc.
      2d 15:24 ioana: Filtre Mann: HU 7008 z, PU 825 x, C 35 154 și CUK 2939. Ulei Castrol Edge 5W-30 LL la 5 litri.
      2d 15:32 elena: La filtrul de combustibil am pățit să fie alt diametru. Merge sigur?
      2d 15:40 ioana: Pe serie iese PU 825 x, cel cu element de hârtie. Dacă aveți carcasă din plastic cu 5 șuruburi, e acela.
      2d 15:43 elena: Da, 5 șuruburi.
      2d 15:44 elena: Antigel G13, cam 4 litri concentrat.
      2d 15:51 ioana: 3 bidoane de 1,5 litri, G 13 A8J M1, 47,60 bucata.
      2d 16:02 elena: Aveți și kit original de distribuție? Clientul a întrebat.
      2d 16:10 ioana: 03L 198 119 A, 934,50 + TVA, fără pompă. SKF VKMA 01250 tot fără pompă, 412,80 + TVA. Eu aș rămâne la INA.
      1d 11:25 vlad: Bună, Elena! Oferta 10010 mai e valabilă 8 zile. Vă ajut cu ceva?
      1d 11:48 elena: Mulțumesc, Vlad. Clientul vine abia săptămâna viitoare, confirm atunci.
      -288m elena: Bună! M-a sunat, vine mai devreme. Rămâne INA și tot restul din ofertă. Când pot avea piesele?
      -280m ioana: Bună, Elena! Totul e pe stoc. Dacă confirmați azi, mâine până la 12 sunt la Iași.
    `,
  },
};
