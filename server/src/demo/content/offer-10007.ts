import type { DemoOffer } from "./demo-offer.ts";

export const offer10007: DemoOffer = {
  number: 10007,
  customer: "mihai",
  status: "ordered",
  vehicle: {
    make: "Renault",
    model: "Mégane III",
    year: 2013,
    engine: "1.5 dCi K9K 836",
    vin: "VF1BZ1K0649182537",
    plate: "PH 17 ZMB",
  },
  validForDays: 3,
  lines: `
    Renault | 302050901R  | Kit ambreiaj original (disc și placă)     | 1 | 594.00 | 1 | 0 | accepted
    LuK     | 622 3126 00 | Kit ambreiaj (disc și placă)              | 1 | 486.70 | 0 | 2 | declined
    Renault | 306205482R  | Rulment de presiune hidraulic             | 1 | 268.40 | 2 | 0 | accepted
    Valeo   | 804538      | Rulment de presiune hidraulic             | 1 | 221.30 | 3 | 0 | alternative
    Elf     | 194757      | Ulei cutie Tranself NFJ 75W-80, 1 l       | 3 |  42.60 | 18 | 0 | accepted
  `,
  talk: {
    unread: { mihai: 2, ioana: 3 },
    transcript: `
      4d 09:05 mihai: neata. kit ambreiaj megane 3 1.5 dci 110 cp, VF1BZ1K0649182537
      4d 09:08 radu takes over
      4d 09:11 radu: Bună dimineața! Cutia e TL4, cu rulment hidraulic. Original Renault 302050901R, disc și placă, 594,00 + TVA, una pe stoc.
      4d 09:12 radu: LuK 622 3126 00 e 486,70 + TVA, vine în 2 zile.
      4d 09:13 radu: Rulmentul se ia separat: original 306205482R la 268,40 sau Valeo 804538 la 221,30.
      4d 09:20 mihai: 2 zile nu pot sta. original la amandoua?
      4d 09:24 radu: La rulment merg pe original, dacă mă întrebați. Cutia jos de două ori costă mai mult decât diferența.
      4d 09:26 mihai: corect. original
      4d 09:27 mihai: ulei de cutie cat intra?
      4d 09:33 radu: 1,9 litri la TL4. Elf Tranself NFJ 75W-80, 42,60 litrul. Puneți 2 litri.
      4d 09:35 mihai: pune 3, mai imi trebuie unul
      4d 09:38 radu: Am pus 3.
      3d 08:10 mihai: confirm oferta, pregatiti-o
      3d 08:11 mihai decides
      3d 08:14 radu: Confirmat. Factura e emisă, coletul pleacă azi.
      3d 16:48 vlad: Mihai, coletul a ieșit din depozit, AWB-ul e pe mail.
      3d 16:55 radu releases
      2d 10:02 mihai: a ajuns, multumesc
      1d 17:20 mihai: ambreiajul e montat, merge perfect. cutia veche de la rulment o vreti inapoi sau o arunc?
      1d 17:26 vlad likes
      1d 17:40 radu likes
      1d 18:02 ioana likes
      -325m radu: Mă bucur! Cutia nu ne trebuie, garanția se face pe factură.
      -318m vlad: Mihai, dacă sunteți mulțumit, vă trec cu 302050901R la comandă fermă lunar? Vedem că luați cam două pe lună.
    `,
  },
};
