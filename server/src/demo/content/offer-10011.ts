import type { DemoOffer } from "./demo-offer.ts";

export const offer10011: DemoOffer = {
  number: 10011,
  customer: "elena",
  status: "sent",
  vehicle: {
    make: "Mercedes-Benz",
    model: "Clasa C (W204)",
    year: 2012,
    engine: "C 200 CDI OM651",
    vin: "WDD2040021A617423",
    plate: "IS 80 MBZ",
  },
  validForDays: 13,
  lines: `
    Zimmermann    | 400.3630.20      | Disc frână față ventilat      | 2 | 284.00 | 4 | 0 | offered
    Mercedes-Benz | A 204 421 28 12  | Disc frână față ventilat      | 2 | 462.70 | 0 | 2 | alternative
    TRW           | GDB1736          | Set plăcuțe frână față        | 1 | 243.60 | 3 | 0 | offered
    Mercedes-Benz | A 169 540 16 17  | Senzor uzură plăcuțe          | 1 |  58.90 | 12 | 0 | offered
    Mann          | HU 7010 z        | Filtru ulei                   | 1 |  44.30 | 15 | 0 | offered
  `,
  talk: {
    unread: { elena: 1 },
    transcript: `
      1d 16:22 elena: Bună ziua! Discuri și plăcuțe față pentru C 200 CDI din 2012, plus senzorul de uzură și un filtru de ulei. WDD2040021A617423
      1d 16:25 elena: Dacă se poate preț și la discuri originale, să aibă clientul de unde alege.
      -245m radu: Bună, Elena! Am pregătit oferta: Zimmermann 400.3630.20 la 284,00 bucata sau original A 204 421 28 12 la 462,70, plăcuțe TRW GDB1736, senzor A 169 540 16 17 și HU 7010 z. Originalele vin în 2 zile.
    `,
  },
};
