import type { DemoOffer } from "./demo-offer.ts";

export const offer10002: DemoOffer = {
  number: 10002,
  customer: "ana",
  status: "sent",
  vehicle: {
    make: "Dacia",
    model: "Logan II",
    year: 2014,
    engine: "1.5 dCi K9K 612",
    vin: "UU14SDAG451082736",
    plate: "CJ 08 TRX",
  },
  validForDays: 5,
  lines: `
    Gates   | KP15578XS   | Kit distribuție cu pompă de apă    | 1 | 438.60 | 4 | 0 | offered
    SKF     | VKMC 06134  | Kit distribuție cu pompă de apă    | 1 | 471.30 | 2 | 1 | alternative
    Renault | 130C17529R  | Kit distribuție original, fără pompă | 1 | 612.00 | 1 | 0 | declined
    Mann    | W 75/3      | Filtru ulei                        | 1 |  24.90 | 35 | 0 | offered
    Purflux | FCS748      | Filtru combustibil                 | 1 | 112.70 | 6 | 0 | offered
    Renault | 165467674R  | Filtru aer                         | 1 |  48.30 | 9 | 0 | offered
    Elf     | 213894      | Ulei motor Evolution 900 NF 5W-40, 5 l | 1 | 148.00 | 14 | 0 | offered
  `,
  talk: {
    unread: { ana: 2, mia: 1 },
    transcript: `
      1d 10:02 ana: Bună ziua! Un kit de distribuție cu pompă pentru Logan 1.5 dCi din 2014, vă rog. E taxi, nu poate sta mult.
      1d 10:03 radu takes over
      1d 10:05 radu hands over to ioana: Preia tu, te rog, sunt prins cu ambreiajul de la 10001. E taxi, vrea un preț până la prânz.
      1d 10:06 ioana: Bună ziua, Ana! Seria de șasiu, vă rog.
      1d 10:10 ana: UU14SDAG451082736, motor K9K 612, 90 CP
      1d 10:12 ana: [curea] Așa arată cureaua acum, are 90.000 km. Nu mai face o lună.
      1d 10:18 ioana: Am găsit. Gates KP15578XS, kit cu pompă, 438,60 + TVA, 4 pe stoc. SKF VKMC 06134 e 471,30 + TVA, ajunge mâine.
      1d 10:19 ioana: Original Renault 130C17529R, 612,00 + TVA, dar fără pompă.
      1d 10:25 ana: Original nu, că nu mi-l plătește. Rămân la Gates. Puneți și filtre, toate trei, plus ulei 5 litri.
      1d 10:26 ana decides
      1d 10:37 ioana: Filtru ulei Mann W 75/3 24,90, filtru motorină Purflux FCS748 112,70, filtru aer original 165467674R 48,30. Ulei Elf 5W-40 la 5 litri, 148,00. Toate fără TVA, toate pe stoc.
      1d 10:41 ana: La motorină vezi să fie varianta cu senzor de apă, data trecută mi-a venit fără.
      1d 10:44 ioana: FCS748 are loc pentru senzor, senzorul vechi se mută. Am verificat pe serie.
      1d 10:45 ana: Super, mulțumesc.
      1d 15:12 mia: Ana, cu oferta asta ajungeți la pragul de bonus pe luna asta. Vă trimit detaliile după ce se facturează.
      1d 15:20 ana: Asta zic și eu veste bună 🙂
      1d 15:21 mia likes
      1d 15:24 ioana likes
      -210m ana: Bună! Taximetristul întreabă dacă vine tot într-un singur colet. Îl programez abia după ce am tot.
      -96m ioana: Bună, Ana! Da, totul e pe stoc și pleacă într-un singur colet.
      -94m ioana: Am nevoie doar de confirmare pe Gates KP15578XS, ca să emit factura.
    `,
  },
};
