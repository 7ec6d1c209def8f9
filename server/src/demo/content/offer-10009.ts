import type { DemoOffer } from "./demo-offer.ts";

export const offer10009: DemoOffer = {
  number: 10009,
  customer: "elena",
  status: "sent",
  vehicle: {
    make: "Ford",
    model: "Focus II",
    year: 2008,
    engine: "1.6 TDCi G8DB",
    vin: "WF0PXXGCDP8J41926",
    plate: "IS 31 ELC",
  },
  validForDays: 6,
  lines: `
    Dayco   | KTBWP9140      | Kit distribuție cu pompă de apă       | 1 | 418.30 | 3 | 0 | accepted
    Gates   | KP15587XS      | Kit distribuție cu pompă de apă       | 1 | 436.90 | 2 | 0 | alternative
    Bosch   | 0 445 110 239  | Injector common rail                  | 1 | 985.00 | 1 | 0 | offered
    Bosch   | 0 445 110 259  | Injector common rail, recondiționat   | 1 | 540.00 | 2 | 1 | alternative
    Mann    | HU 716/2 x     | Filtru ulei                           | 1 |  29.80 | 19 | 0 | accepted
    Castrol | 15581E         | Ulei motor Magnatec 5W-30 A5, 5 l     | 1 | 196.50 | 7 | 0 | accepted
  `,
  talk: {
    unread: { radu: 3, ioana: 3 },
    transcript: `
      3d 10:30 elena: Bună ziua, aș avea nevoie de kit de distribuție cu pompă pentru Focus 2, 1.6 TDCi, 109 CP, an 2008.
      3d 10:34 radu: Bună ziua, Elena. Îmi dați seria, vă rog?
      3d 10:39 elena: WF0PXXGCDP8J41926
      3d 10:47 radu: Motor G8DB. Dayco KTBWP9140, kit cu pompă, 418,30 + TVA, 3 pe stoc. Gates KP15587XS, 436,90 + TVA, 2 pe stoc.
      3d 10:55 elena: Dayco e bine, i-am mai montat. Pompa e cu turbină metalică?
      3d 11:02 radu: Da, metalică.
      3d 11:03 elena: Perfect. Plus filtru de ulei și ulei 5W-30 pentru Ford.
      3d 11:12 radu: Mann HU 716/2 x la 29,80 și Castrol Magnatec 5W-30 A5 la 5 litri, 196,50. Le-am adăugat.
      3d 11:14 elena: Cât face livrarea la Iași?
      3d 11:17 radu: Peste 500 de lei comanda e gratuită. Ajunge mâine până la 12.
      3d 11:20 elena: Confirm kitul, filtrul și uleiul.
      3d 11:21 elena decides
      3d 11:22 radu: Mulțumesc, le-am trecut ca acceptate.
      2d 12:25 elena: Am primit coletul, totul e în regulă.
      2d 12:31 vlad: Bună, Elena! Mă bucur. Spor la montaj.
      1d 09:10 elena: Bună dimineața. Am montat distribuția, dar acum am văzut că suflă la injectorul 3. E negru tot în jur.
      1d 09:16 ioana: Bună dimineața, Elena. Suflă pe la garnitură sau e injectorul crăpat?
      1d 09:24 elena: Garnitura sigur. Dar și retururile sunt prea mari pe cilindrul 3, l-am probat: dublu față de celelalte.
      1d 09:33 ioana: Atunci și injectorul. Pe corpul lui scrie un cod Bosch, mi-l citiți?
      1d 09:51 elena: [injector] 0 445 110 239, l-am șters cu degresant ca să văd.
      1d 10:04 ioana: Bosch nou 0 445 110 239, 985,00 + TVA, unul pe stoc. Recondiționat 0 445 110 259, cel care îl înlocuiește, 540,00 + TVA, ajunge mâine, cu piesă veche la schimb.
      1d 10:12 elena: E diferență mare. Cel recondiționat are garanție?
      1d 10:18 ioana: 12 luni, cu buletin de probă de la stand. Cel nou are 24 de luni.
      1d 10:20 elena: Și trebuie codat, nu?
      1d 10:25 radu: Bună, Elena. La motorul ăsta nu se codează, are doar clasă pe corp. Ideal să fie aceeași clasă cu celelalte trei.
      1d 10:31 elena: Ce bine că întreb. Pe ale mele scrie clasa 2.
      1d 10:44 radu: Am verificat la furnizor: cel recondiționat e tot clasa 2.
      1d 10:46 elena: Vorbesc cu proprietara și revin.
      1d 16:58 vlad: Elena, v-am trimis pe mail buletinul de probă de la stand, ca să îl arătați clientei.
      -130m elena: Bună! Clienta vrea injector nou, nu recondiționat. Mai e pe stoc 0 445 110 239?
      -127m elena: Și șaibe de cupru pentru toate patru, că le scot oricum să curăț locașurile.
      -52m elena: Radu, dacă pleacă azi îl pot monta mâine dimineață. Aștept un semn.
    `,
  },
};
